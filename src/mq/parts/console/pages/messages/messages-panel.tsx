/** Lists the messages of a queue in the order in which applications would get them, one page at a time. */
import { Button } from '@carbon/react'
import { MessageQueue } from '@carbon/react/icons'
import { useState } from 'react'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { ListPages } from '../../../../../shared/ui/table/list-pages.tsx'
import { ListTable, ScrollRegion, type SortOrder } from '../../../../../shared/ui/table/list-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessagePage, MessageSummary } from '../../contract/messages.ts'
import { changeSelection } from '../../kit/table/change-selection.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { buildMessageColumns } from './message-columns.tsx'
import { type MessageSelection, MessageTools, noMessages } from './message-tools.tsx'
import { SearchProgress } from './search-progress.tsx'
import { useDelayed, useMessageList } from './use-message-list.ts'

const MessageDialog = lazyPart(() => import('./message-dialog.tsx'))
const JumpDialog = lazyPart(() => import('./jump-dialog.tsx'))

const pageSize = 25
const deliveryOrder: SortOrder = { column: '', descending: false }
/** The pause after a keystroke before the search begins: each search reads messages from disk. */
const searchDelayMs = 300

export default function MessagesPanel({ manager, row }: { manager: string; row: ObjectRow }) {
  const [page, setPage] = useState(0)
  const { dialog, show } = useDialog()
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(deliveryOrder)
  const [selection, setSelection] = useState<MessageSelection>(noMessages)
  const queue = row.name
  const wanted = useDelayed(search.trim(), searchDelayMs)
  const browses = row.authorities?.has('BROWSE') ?? true
  const sortParameter = `${sort.descending ? '-' : ''}${sort.column}`
  const list = useMessageList({ manager, queue, browses, page, pageSize, sort: sortParameter, search: wanted })
  const total = wanted === '' ? list.value?.total : undefined
  const isAll = selection === 'all'
  const headers = (list.value?.messages ?? []).flatMap(({ messageId, deadLetter }) =>
    deadLetter ? [[messageId, deadLetter] as const] : [],
  )

  /** Shows the first page again. */
  function restart() {
    setSelection(noMessages)
    setPage(0)
    list.reload()
  }

  function putBack(stayed: readonly string[]) {
    restart()
    setSelection(new Set(stayed))
  }

  const open = (messageId: string) =>
    show((close) => (
      <MessageDialog
        manager={manager}
        row={row}
        first={messageId}
        messageIds={idsOf(list.value?.messages ?? [])}
        putBack={putBack}
        changed={list.reload}
        close={close}
      />
    ))

  /** Sorts ascending, then descending, then in the order of delivery. */
  function sortBy(next: SortOrder) {
    const isThird = sort.descending && sort.column === next.column && !next.descending
    setSort(isThird ? deliveryOrder : next)
    setPage(0)
  }

  const selectMessages = (messages: readonly MessageSummary[], isSelected: boolean) => {
    const before = isAll ? idsOf(list.value?.messages ?? []) : selection
    setSelection(changeSelection(before, idsOf(messages), isSelected))
  }
  const jump = (close: () => void) => (
    <JumpDialog
      manager={manager}
      queue={queue}
      jump={(position) => setPage(Math.floor(position / pageSize))}
      close={close}
    />
  )

  const renderList = (value: MessagePage) => (
    <>
      {value.messages.length > 0 ? (
        <ScrollRegion label={t('Table of messages')}>
          <ListTable
            label={t('Messages')}
            rows={value.messages}
            keyOf={({ messageId }) => messageId}
            columns={buildMessageColumns(value.messages, open)}
            selection={{
              nameOf: ({ messageId }) => t('message {id}', { id: messageId }),
              has: ({ messageId }) => isAll || selection.has(messageId),
              select: selectMessages,
            }}
            sort={sort}
            sortBy={wanted === '' ? sortBy : undefined}
          />
        </ScrollRegion>
      ) : (
        <EmptyState
          icon={MessageQueue}
          title={findEmptyText(page, wanted, list.goOn !== undefined)}
          text={
            page === 0 && wanted === ''
              ? t('Applications put them here; you can create one, or put a file.')
              : undefined
          }
        />
      )}
      {wanted !== '' && <SearchProgress page={value} {...list} />}
      {wanted === '' && (
        <ListPages
          page={page}
          pageSize={pageSize}
          shown={value.messages.length}
          total={value.total}
          more={value.more}
          setPage={setPage}
        >
          {sort.column === '' && (value.more || page > 0) && (
            <Button kind="ghost" size="sm" onClick={() => show(jump)}>
              {t('Go to')}
            </Button>
          )}
        </ListPages>
      )}
    </>
  )

  return (
    <section className="list" aria-label={t('Messages')}>
      <MessageTools
        manager={manager}
        row={row}
        browses={browses}
        search={search}
        selection={selection}
        total={total}
        headers={headers}
        select={setSelection}
        reload={list.reload}
        restart={restart}
        putBack={putBack}
        setSearch={(text) => {
          setSearch(text)
          if (isAll) setSelection(noMessages)
          setPage(0)
        }}
      />
      {browses ? (
        <Loaded resource={list}>{renderList}</Loaded>
      ) : (
        <EmptyState icon={MessageQueue} title={t('You may put messages on this queue, but not browse them.')} />
      )}
      {dialog}
    </section>
  )
}

const idsOf = (messages: readonly MessageSummary[]) => messages.map(({ messageId }) => messageId)

function findEmptyText(page: number, search: string, mayGoOn: boolean): string {
  if (search !== '') return mayGoOn ? t('Nothing found so far.') : t('No message has this text.')
  return page === 0 ? t('There are no messages.') : t('There are no more messages.')
}
