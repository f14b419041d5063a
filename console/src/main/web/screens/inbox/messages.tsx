import { useState } from "preact/hooks";
import { post, segment } from "../../lib/api";
import type { Loaded } from "../../lib/data";
import type { MessageList, MessageListMessage, Redelivery } from "../../lib/types";
import { count, number, shortId } from "../../lib/words";
import { ConfirmDialog } from "../../parts/confirm-dialog";
import { News, useNews } from "../../parts/page";
import { Panel } from "../../parts/panel";
import { ExecutionLink } from "../../parts/status";
import { Table } from "../../parts/table";
import { Text } from "../../parts/text";
import { Age } from "../../parts/time";

/** Status messages that were given up: their receivers do not know what became of an execution. Nothing, if there are none. */
export function Messages({ of, may }: { of: Loaded<MessageList>; may: boolean }) {
  const [open, show] = useState<MessageListMessage>();
  const [news, say] = useNews();
  if (!open && !news && !of.problem && (of.data?.messages.length ?? 0) === 0) {
    return null;
  }
  return (
    <>
      <Panel
        name="Messages"
        title="Status messages that were not delivered"
        of={of}
        empty={(data) => data.messages.length === 0 && <News text={news} />}
      >
        {(data) => (
          <>
            <News text={news} />
            <Table names={["Execution", "Message", "To", "#Attempts", "Last failure", "Again"]}>
              {data.messages.map((message) => (
                <Row key={message.execution} message={message} may={may} open={() => show(message)} />
              ))}
            </Table>
            {data.more && <p class="faint">There are more.</p>}
          </>
        )}
      </Panel>
      {open && (
        <ConfirmDialog
          title="Deliver again"
          action="Deliver again"
          close={() => show(undefined)}
          confirmed={async () => {
            const sent = await post<Redelivery>(`v1/messages/${segment(open.execution)}/redeliver`, {});
            show(undefined);
            say(sent.messages === 0 ? "No message of it was given up any more." : `${count(sent.messages, "message")} will be sent again.`);
            of.again();
          }}
        >
          <p>
            Sends all messages that were given up for the execution <span class="mono">{shortId(open.execution)}</span> again, to{" "}
            <Text value={open.replyTo} max={200} />, the oldest first. The receiver may have had one of them already; each has an id.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Row({ message, may, open }: { message: MessageListMessage; may: boolean; open: () => void }) {
  return (
    <tr data-message={message.execution}>
      <th scope="row">
        <ExecutionLink id={message.execution}>{shortId(message.execution)}</ExecutionLink>
      </th>
      <td>
        <Text value={message.type} max={60} /> <span class="faint"><Age time={message.at} /></span>
      </td>
      <td>
        <Text value={message.replyTo} max={60} />
      </td>
      <td class="num">{number(message.attempts)}</td>
      <td class="wide">
        <Text value={message.error} max={240} />
      </td>
      <td>
        <button type="button" disabled={!may} title={may ? undefined : "Needs the role operator"} onClick={open}>
          Deliver again
        </button>
      </td>
    </tr>
  );
}
