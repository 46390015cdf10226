/** Lists the messages of a queue in the order in which applications would get them, one page at a time. */
import { Button, Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { Add, ChevronLeft, ChevronRight, Renew, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { listMessages } from '../api/messages.ts'
import { runCommand } from '../api/mqsc.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { mayChange } from '../session/object-rights.ts'
import { useSession } from '../session/session.tsx'
import { messageTexts } from '../wording/message-texts.ts'
import { MessageDialog } from './message-dialog.tsx'
import { PutDialog } from './put-dialog.tsx'

const pageSize = 25
const freshMs = 10_000

export default function MessagesPanel({ manager, row }: { manager: string; row: ObjectRow }) {
  const { rights } = useSession()
  const [page, setPage] = useState(0)
  const [shown, setShown] = useState<string>()
  const [asked, setAsked] = useState<'put' | 'clear'>()
  const clearing = useAction()
  const queue = row.name
  const close = () => setAsked(undefined)

  const browses = row.authorities?.has('BROWSE') ?? true
  const { value, problem, reload } = useResource(
    `${manager}/${queue}/${page}`,
    (signal) =>
      browses
        ? listMessages(manager, queue, { offset: page * pageSize, limit: pageSize }, signal)
        : Promise.resolve(undefined),
    { intervalMs: freshMs },
  )

  async function clear() {
    const command = { command: 'clear', qualifier: 'qlocal', name: queue }
    if (!(await clearing.run(() => runCommand(manager, command), 'Queue cleared', queue))) return
    close()
    setPage(0)
    reload()
  }

  return (
    <section aria-label="Messages">
      <div className="messages__tools">
        <ToolbarButton label="Refresh" icon={Renew} onClick={reload} />
        {mayChange(rights, row, 'CLR') && row.type === 'QLOCAL' && (
          <ToolbarButton label="Clear queue" icon={TrashCan} onClick={() => setAsked('clear')} />
        )}
        {mayChange(rights, row, 'PUT') && (
          <Button renderIcon={Add} onClick={() => setAsked('put')}>
            Create message
          </Button>
        )}
      </div>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!browses && <p className="list__empty">{messageTexts.putOnly}</p>}
      {browses && !value && !problem && <LoadingIndicator />}
      {value && (
        <div className="list__scroll">
          <Table size="md" aria-label="Messages">
            <TableHeaderRow titles={['Message', 'Put at', 'Size', 'Format', 'Application', 'Priority']} />
            <TableBody>
              {value.messages.map((message) => (
                <TableRow key={message.messageId}>
                  <TableCell className="messages__preview">
                    <button
                      type="button"
                      className="messages__open"
                      onClick={() => setShown(message.messageId)}
                    >
                      {message.preview?.trim() || `Message ${message.messageId}`}
                    </button>
                  </TableCell>
                  <TableCell>{new Date(message.putAt).toLocaleString()}</TableCell>
                  <TableCell className="list__number">{message.length.toLocaleString('en')}</TableCell>
                  <TableCell>{message.format}</TableCell>
                  <TableCell>{message.applicationName}</TableCell>
                  <TableCell className="list__number">{message.priority}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {value.messages.length === 0 && (
            <p className="list__empty">
              {page === 0 ? 'There are no messages.' : 'There are no more messages.'}
            </p>
          )}
        </div>
      )}
      {value && (page > 0 || value.more) && (
        <nav className="messages__pages" aria-label="Pages of messages">
          <Button
            kind="ghost"
            size="sm"
            hasIconOnly
            iconDescription="Previous page"
            renderIcon={ChevronLeft}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          />
          Page {page + 1}
          <Button
            kind="ghost"
            size="sm"
            hasIconOnly
            iconDescription="Next page"
            renderIcon={ChevronRight}
            disabled={!value.more}
            onClick={() => setPage(page + 1)}
          />
        </nav>
      )}
      {shown && (
        <MessageDialog
          manager={manager}
          queue={queue}
          messageId={shown}
          changed={reload}
          close={() => setShown(undefined)}
        />
      )}
      {asked === 'put' && <PutDialog manager={manager} queue={queue} done={reload} close={close} />}
      {asked === 'clear' && (
        <ConfirmDialog
          title={`Clear ${queue}`}
          action="Clear"
          busy={clearing.busy}
          problem={clearing.problem}
          confirm={() => void clear()}
          close={close}
        >
          <p className="dialog__text">Every message on the queue is deleted for good.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
