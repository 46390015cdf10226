/** Lists the messages of a queue in the order in which applications would get them, one page at a time. */
import { MessageQueue } from '@carbon/react/icons'
import { useState } from 'react'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessagePage } from '../../contract/messages.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { MessageDialog } from './message-dialog.tsx'
import { MessagePages, SearchProgress } from './message-pages.tsx'
import { deliveryOrder, type MessageSort, MessageTable } from './message-table.tsx'
import { MessageTools } from './message-tools.tsx'
import { useDelayed, useMessageList } from './use-message-list.ts'

const pageSize = 25
/** The pause after a keystroke before the search begins: each search reads messages from disk. */
const searchDelayMs = 300

export default function MessagesPanel({ manager, row }: { manager: string; row: ObjectRow }) {
  const [page, setPage] = useState(0)
  const { dialog, show } = useDialog()
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(deliveryOrder)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const queue = row.name
  const wanted = useDelayed(search.trim(), searchDelayMs)
  const browses = row.authorities?.has('BROWSE') ?? true
  const sortParameter = `${sort.descending ? '-' : ''}${sort.column}`
  const list = useMessageList({ manager, queue, browses, page, pageSize, sort: sortParameter, search: wanted })
  const headers = (list.value?.messages ?? []).flatMap(({ messageId, deadLetter }) =>
    deadLetter ? [[messageId, deadLetter] as const] : [],
  )

  /** Shows the first page again. */
  function restart() {
    setSelected(new Set())
    setPage(0)
    list.reload()
  }

  function putBack(stayed: readonly string[]) {
    restart()
    setSelected(new Set(stayed))
  }

  const open = (messageId: string) =>
    show((close) => (
      <MessageDialog
        manager={manager}
        row={row}
        first={messageId}
        messageIds={(list.value?.messages ?? []).map((message) => message.messageId)}
        putBack={putBack}
        changed={list.reload}
        close={close}
      />
    ))

  function sortBy(next: MessageSort) {
    setSort(next)
    setPage(0)
  }

  const renderList = (value: MessagePage) => (
    <>
      {value.messages.length > 0 ? (
        <MessageTable
          messages={value.messages}
          selected={selected}
          select={(ids, isSelected) => setSelected((before) => changeSelection(before, ids, isSelected))}
          open={open}
          sort={sort}
          sortBy={wanted === '' ? sortBy : undefined}
        />
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
    </>
  )

  return (
    <section className="list" aria-label={t('Messages')}>
      <MessageTools
        manager={manager}
        row={row}
        browses={browses}
        search={search}
        selected={selected}
        total={wanted === '' ? list.value?.total : undefined}
        headers={headers}
        clear={() => setSelected(new Set())}
        reload={list.reload}
        restart={restart}
        putBack={putBack}
        setSearch={(text) => {
          setSearch(text)
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

function changeSelection(
  before: ReadonlySet<string>,
  ids: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const after = new Set(before)
  for (const id of ids) {
    if (isSelected) after.add(id)
    else after.delete(id)
  }
  return after
}

function findEmptyText(page: number, search: string, mayGoOn: boolean): string {
  if (search !== '') return mayGoOn ? t('Nothing found so far.') : t('No message has this text.')
  return page === 0 ? t('There are no messages.') : t('There are no more messages.')
}
