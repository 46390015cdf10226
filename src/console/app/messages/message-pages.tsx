/** The pages of a list of messages: which are shown, of how many, and the way to another place of the queue. */
import { Button } from '@carbon/react'
import { ChevronLeft, ChevronRight } from '@carbon/react/icons'
import { useState } from 'react'
import type { MessagePage } from '../../../contract/console/messages.ts'
import { ActionIconButton } from '../../../ui/feedback/action-button.tsx'
import { t } from '../../../ui/text/t.ts'
import { JumpDialog } from './jump-dialog.tsx'
import { countMessages } from './message-texts.ts'

export interface MessagePagesProps {
  manager: string
  queue: string
  /** The page from 0. */
  page: number
  pageSize: number
  /** The number of messages on this page. */
  shown: number
  more: boolean
  /** The number of messages on the queue, if it is known. */
  total: number | undefined
  /** Whether the messages are in the order of delivery, which positions refer to. */
  mayJump: boolean
  setPage(page: number): void
}

export function MessagePages(props: MessagePagesProps) {
  const { manager, queue, page, pageSize, shown, more, total, mayJump, setPage } = props
  const [jumping, setJumping] = useState(false)
  const first = page * pageSize + 1
  if (shown === 0 && page === 0) return null

  return (
    <nav className="messages__pages" aria-label={t('Pages of messages')}>
      <span role="status">
        {total === undefined
          ? t('{first} to {last}', { first, last: first + shown - 1 })
          : t('{first} to {last} of {total}', { first, last: first + shown - 1, total })}
      </span>
      {mayJump && (more || page > 0) && (
        <Button kind="ghost" size="sm" onClick={() => setJumping(true)}>
          {t('Go to')}
        </Button>
      )}
      <ActionIconButton
        kind="ghost"
        size="sm"
        align="bottom"
        label={t('Previous page')}
        reason={page === 0 && t('This is the first page.')}
        onClick={() => setPage(page - 1)}
      >
        <ChevronLeft />
      </ActionIconButton>
      {t('Page {page}', { page: page + 1 })}
      <ActionIconButton
        kind="ghost"
        size="sm"
        align="bottom"
        label={t('Next page')}
        reason={!more && t('This is the last page.')}
        onClick={() => setPage(page + 1)}
      >
        <ChevronRight />
      </ActionIconButton>
      {jumping && (
        <JumpDialog
          manager={manager}
          queue={queue}
          jump={(position) => setPage(Math.floor(position / pageSize))}
          close={() => setJumping(false)}
        />
      )}
    </nav>
  )
}

export type SearchProgressProps = { page: MessagePage; goOn: (() => void) | undefined }

export function SearchProgress({ page: { searched = 0, total }, goOn }: SearchProgressProps) {
  const isPartial = goOn !== undefined && total !== undefined
  return (
    <div className="messages__pages">
      <span role="status">
        {isPartial
          ? t('{searched} of {total} messages searched', { searched, total: Math.max(searched, total) })
          : t('{messages} searched', { messages: countMessages(searched) })}
      </span>
      {goOn && (
        <Button kind="tertiary" size="sm" onClick={goOn}>
          {t('Search on')}
        </Button>
      )}
    </div>
  )
}
