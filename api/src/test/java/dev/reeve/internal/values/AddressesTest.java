package dev.reeve.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("D16: the table of addresses")
final class AddressesTest {

    @ParameterizedTest
    @CsvSource({
        "8.8.8.8, PUBLIC",
        "100.63.255.255, PUBLIC",
        "172.32.0.1, PUBLIC",
        "2606:4700::1111, PUBLIC",
        "64:ff9b::808:808, PUBLIC",
        "2002:808:808::1, PUBLIC",
        "127.0.0.1, PRIVATE",
        "127.8.9.10, PRIVATE",
        "10.1.2.3, PRIVATE",
        "172.16.0.1, PRIVATE",
        "192.168.1.1, PRIVATE",
        "100.64.0.1, PRIVATE",
        "::ffff:10.0.0.1, PRIVATE",
        "::1, PRIVATE",
        "fd12:3456::1, PRIVATE",
        "169.254.169.254, NEVER",
        "169.254.170.2, NEVER",
        "168.63.129.16, NEVER",
        "::ffff:169.254.169.254, NEVER",
        "100.100.100.200, NEVER",
        "fd00:ec2::254, NEVER",
        "fd20:ce::254, NEVER",
        "fe80::1, NEVER",
        "fec0::1, NEVER",
        "0.0.0.0, NEVER",
        "::, NEVER",
        "::127.0.0.1, NEVER",
        "224.0.0.1, NEVER",
        "ff02::1, NEVER",
        "255.255.255.255, NEVER",
        "192.0.0.192, NEVER",
        "198.18.0.1, NEVER",
        "64:ff9b::7f00:1, NEVER",
        "64:ff9b::a9fe:a9fe, NEVER",
        "64:ff9b:1::808:808, NEVER",
        "2002:7f00:1::1, NEVER",
        "2002:a00:1::1, NEVER",
        "2001::1, NEVER",
        "2001:db8::1, NEVER",
        "3fff::1, NEVER"
    })
    @DisplayName("An address is public, private, or never called")
    void kinds(String address, Addresses.Kind kind) throws UnknownHostException {
        assertThat(Addresses.kind(InetAddress.getByName(address))).isEqualTo(kind);
    }
}
