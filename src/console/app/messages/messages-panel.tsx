/** Lists the messages of a queue in the order in which applications would get them, one page at a time. */
import { Button, Search } from '@carbon/react'
import { Add, Renew, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { t } from '../../../ui/text/t.ts'
import type { TransferAction } from '../api/message-transfer.ts'
import { listMessages } from '../api/messages.ts'
import { runCommand } from '../api/mqsc.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { mayChange } from '../session/object-rights.ts'
import { useSession } from '../session/session.tsx'
import { listTexts } from '../wording/list-texts.ts'
import { messageTexts } from '../wording/message-texts.ts'
import { transferTexts } from '../wording/transfer-texts.ts'
import { MessageDialog } from './message-dialog.tsx'
import type { MessageDraft } from './message-form.tsx'
import { MessagePages } from './message-pages.tsx'
import { deliveryOrder, type MessageSort, MessageTable } from './message-table.tsx'
import { PutDialog } from './put-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { UploadButton } from './upload-button.tsx'
import { useDelayed } from './use-delayed.ts'

const pageSize = 25
const freshMs = 10_000
const transferActions: readonly TransferAction[] = ['move', 'copy', 'delete']
/** The pause after a keystroke before the search begins: each search reads messages from disk. */
const searchDelayMs = 300

export default function MessagesPanel({ manager, row }: { manager: string; row: ObjectRow }) {
  const { rights } = useSession()
  const [page, setPage] = useState(0)
  const [shown, setShown] = useState<string>()
  const [asked, setAsked] = useState<'put' | 'clear' | TransferAction>()
  const [draft, setDraft] = useState<MessageDraft>()
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(deliveryOrder)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const clearing = useAction()
  const queue = row.name
  const close = () => {
    setAsked(undefined)
    setDraft(undefined)
  }

  function select(ids: readonly string[], isSelected: boolean) {
    setSelected((before) => {
      const after = new Set(before)
      for (const id of ids) {
        if (isSelected) after.add(id)
        else after.delete(id)
      }
      return after
    })
  }

  function afterTransfer() {
    setSelected(new Set())
    setPage(0)
    reload()
  }

  function sortBy(next: MessageSort) {
    setSort(next)
    setPage(0)
  }

  const sortParameter = `${sort.descending ? '-' : ''}${sort.column}`
  const wanted = useDelayed(search.trim(), searchDelayMs)
  const browses = row.authorities?.has('BROWSE') ?? true
  const { value, problem, reload } = useResource(
    `${manager}/${queue}/${page}/${wanted}/${sortParameter}`,
    (signal) =>
      browses
        ? listMessages(
            manager,
            queue,
            {
              ...{ offset: page * pageSize, limit: pageSize },
              ...{ search: wanted || undefined, sort: (wanted === '' && sortParameter) || undefined },
            },
            signal,
          )
        : Promise.resolve(undefined),
    { intervalMs: freshMs },
  )

  async function clear() {
    const command = { command: 'clear', qualifier: 'qlocal', name: queue }
    if (!(await clearing.run(() => runCommand(manager, command), t('Queue cleared'), queue))) return
    close()
    setPage(0)
    reload()
  }

  return (
    <section aria-label={t('Messages')}>
      <div className="messages__tools">
        {browses && (
          <Search
            id="message-search"
            size="lg"
            labelText={transferTexts.search}
            placeholder={transferTexts.searchHelp}
            closeButtonLabelText={listTexts.clearSearch}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value)
              setPage(0)
            }}
          />
        )}
        {selected.size > 0 &&
          transferActions
            .filter((action) => action === 'copy' || mayChange(rights, row, 'GET'))
            .map((action) => (
              <Button key={action} kind="ghost" onClick={() => setAsked(action)}>
                {transferTexts[action].title(selected.size)}
              </Button>
            ))}
        <ToolbarButton label={t('Refresh')} icon={Renew} onClick={reload} />
        {mayChange(rights, row, 'CLR') && row.type === 'QLOCAL' && (
          <ToolbarButton label={t('Clear queue')} icon={TrashCan} onClick={() => setAsked('clear')} />
        )}
        {mayChange(rights, row, 'PUT') && <UploadButton manager={manager} queue={queue} done={reload} />}
        {mayChange(rights, row, 'PUT') && (
          <Button renderIcon={Add} onClick={() => setAsked('put')}>
            {t('Create message')}
          </Button>
        )}
      </div>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!browses && <p className="list__empty">{messageTexts.putOnly}</p>}
      {browses && !value && !problem && <LoadingIndicator />}
      {value && (
        <>
          <MessageTable
            messages={value.messages}
            selected={rights.change ? selected : undefined}
            select={select}
            open={setShown}
            sort={sort}
            sortBy={wanted === '' ? sortBy : undefined}
          />
          {value.messages.length === 0 && (
            <p className="list__empty">
              {page === 0 ? t('There are no messages.') : t('There are no more messages.')}
            </p>
          )}
          {value.searched !== undefined && (
            <p className="list__count" role="status">
              {transferTexts.searched(value.searched)}
            </p>
          )}
        </>
      )}
      {value && (
        <MessagePages
          {...{ manager, queue, page, pageSize, setPage }}
          shown={value.messages.length}
          more={value.more}
          total={wanted === '' ? value.total : undefined}
          mayJump={wanted === '' && sort.column === ''}
        />
      )}
      {shown && (
        <MessageDialog
          manager={manager}
          queue={queue}
          messageId={shown}
          changed={reload}
          close={() => setShown(undefined)}
          edit={
            mayChange(rights, row, 'PUT')
              ? (edited) => {
                  setShown(undefined)
                  setDraft(edited)
                  setAsked('put')
                }
              : undefined
          }
        />
      )}
      {asked === 'put' && (
        <PutDialog manager={manager} queue={queue} initial={draft} done={reload} close={close} />
      )}
      {transferActions.some((action) => action === asked) && (
        <TransferDialog
          manager={manager}
          queue={queue}
          action={asked as TransferAction}
          messageIds={[...selected]}
          done={afterTransfer}
          close={close}
        />
      )}
      {asked === 'clear' && (
        <ConfirmDialog
          title={t('Clear {queue}', { queue })}
          action={t('Clear')}
          busy={clearing.busy}
          problem={clearing.problem}
          confirm={() => void clear()}
          close={close}
        >
          <p className="dialog__text">{t('Every message on the queue is deleted for good.')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
