package dev.reeve.example.boot;

import dev.reeve.ErrorCode;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import java.net.URI;
import java.util.Map;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders, and says how they stand. Exceptions of Reeve become problem details without code here. */
@RestController
@RequestMapping("/orders")
class OrderController {

    private final Orders orders;
    private final Reeve reeve;

    OrderController(Orders orders, Reeve reeve) {
        this.orders = orders;
        this.reeve = reeve;
    }

    @PostMapping
    ResponseEntity<Map<String, String>> place(@RequestBody Order order) {
        String execution = orders.place(order).toString();
        return ResponseEntity.accepted()
                .location(URI.create("/orders/" + order.id()))
                .body(Map.of("execution", execution));
    }

    @GetMapping("/{id}")
    Map<String, String> status(@PathVariable("id") String id) {
        return reeve.find(id)
                .map(execution -> Map.of("status", execution.status().name()))
                .orElseThrow(() -> ReeveException.of(ErrorCode.NOT_FOUND, "there is no order " + id));
    }

    @ExceptionHandler
    ProblemDetail taken(DuplicateKeyException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "there is an order with this id");
    }

    @ExceptionHandler
    ProblemDetail malformed(IllegalArgumentException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
}
