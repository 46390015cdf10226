/** Lists the messages of a queue in the order in which applications would get them, one page at a time. */
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import type { DeadLetterHeader, TransferAction } from '../api/messages.ts'
import { runCommand } from '../api/mqsc.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { mayChange } from '../session/object-rights.ts'
import { useSession } from '../session/session.tsx'
import { messageTexts } from '../wording/message-texts.ts'
import { transferTexts } from '../wording/transfer-texts.ts'
import { MessageDialog } from './message-dialog.tsx'
import type { MessageDraft } from './message-form.tsx'
import { MessagePages } from './message-pages.tsx'
import { deliveryOrder, type MessageSort, MessageTable } from './message-table.tsx'
import { type MessageDialogName, MessageTools, transferActions } from './message-tools.tsx'
import { PutBackDialog } from './put-back-dialog.tsx'
import { PutDialog } from './put-dialog.tsx'
import { SearchProgress } from './search-progress.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { useDelayed } from './use-delayed.ts'
import { useMessageList } from './use-message-list.ts'

const pageSize = 25
/** The pause after a keystroke before the search begins: each search reads messages from disk. */
const searchDelayMs = 300

export default function MessagesPanel({ manager, row }: { manager: string; row: ObjectRow }) {
  const { rights } = useSession()
  const [page, setPage] = useState(0)
  const [shown, setShown] = useState<string>()
  const [asked, setAsked] = useState<MessageDialogName>()
  /** The dead letter whose dialog was open. */
  const [letter, setLetter] = useState<{ messageId: string; header: DeadLetterHeader }>()
  const [edited, setEdited] = useState<{ draft: MessageDraft; queue: string }>()
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(deliveryOrder)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const clearing = useAction()
  const queue = row.name
  const close = () => {
    setAsked(undefined)
    setEdited(undefined)
    setLetter(undefined)
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
  const { value, problem, reload, goOn } = useMessageList({
    manager,
    queue,
    browses,
    page,
    pageSize,
    sort: sortParameter,
    search: wanted,
  })
  const headers = (value?.messages ?? []).flatMap(({ messageId, deadLetter }) =>
    deadLetter && selected.has(messageId) ? [deadLetter] : [],
  )
  const mayGet = mayChange(rights, row, 'GET')

  async function clear() {
    const command = { command: 'clear', qualifier: 'qlocal', name: queue }
    if (!(await clearing.run(() => runCommand(manager, command), t('Queue cleared'), queue))) return
    close()
    setPage(0)
    reload()
  }

  return (
    <section aria-label={t('Messages')}>
      <MessageTools
        manager={manager}
        row={row}
        browses={browses}
        search={search}
        mayGet={mayGet}
        ask={setAsked}
        reload={reload}
        selectedCount={selected.size}
        hasDeadLetters={headers.length > 0}
        setSearch={(text) => {
          setSearch(text)
          setPage(0)
        }}
      />
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
            <p className="list__empty">{findEmptyText(page, wanted, goOn !== undefined)}</p>
          )}
          {wanted !== '' && <SearchProgress page={value} goOn={goOn} />}
        </>
      )}
      {value && wanted === '' && (
        <MessagePages
          manager={manager}
          queue={queue}
          page={page}
          pageSize={pageSize}
          setPage={setPage}
          shown={value.messages.length}
          more={value.more}
          total={value.total}
          mayJump={sort.column === ''}
        />
      )}
      {shown && (
        <MessageDialog
          manager={manager}
          queue={queue}
          messageId={shown}
          changed={reload}
          close={() => setShown(undefined)}
          putBack={
            mayGet
              ? (header) => {
                  setLetter({ messageId: shown, header })
                  setShown(undefined)
                  setAsked('putBack')
                }
              : undefined
          }
          edit={
            mayChange(rights, row, 'PUT')
              ? (draft, target) => {
                  setShown(undefined)
                  setEdited({ draft, queue: target })
                  setAsked('put')
                }
              : undefined
          }
        />
      )}
      {asked === 'putBack' && (
        <PutBackDialog
          manager={manager}
          queue={queue}
          close={close}
          messageIds={letter ? [letter.messageId] : [...selected]}
          header={letter?.header ?? (selected.size === 1 ? headers[0] : undefined)}
          done={(stayed) => {
            setSelected(new Set(stayed))
            reload()
          }}
        />
      )}
      {asked === 'put' && (
        <PutDialog
          manager={manager}
          close={close}
          queue={edited?.queue ?? queue}
          initial={edited?.draft}
          done={reload}
        />
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

function findEmptyText(page: number, search: string, mayGoOn: boolean): string {
  if (search !== '') return mayGoOn ? transferTexts.nothingYet : transferTexts.nothingFound
  return page === 0 ? t('There are no messages.') : t('There are no more messages.')
}
