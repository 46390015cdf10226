/** The pages of a list of messages: which are shown, of how many, and the way to another place of the queue. */
import { Button } from '@carbon/react'
import { ChevronLeft, ChevronRight } from '@carbon/react/icons'
import { type ReactNode, useState } from 'react'
import { ActionIconButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessagePage } from '../../contract/messages.ts'
import { request } from '../../kit/api/client.ts'
import { countMessages } from './message-texts.ts'
import type { MessageList } from './use-message-list.ts'

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
      <StepButtons
        labels={[t('Previous page'), t('Next page')]}
        obstacles={[page === 0 && t('This is the first page.'), !more && t('This is the last page.')]}
        step={(by) => setPage(page + by)}
      >
        {t('Page {page}', { page: page + 1 })}
      </StepButtons>
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

export interface StepButtonsProps {
  /** The names of the two buttons. */
  labels: readonly [previous: string, next: string]
  /** Why a button cannot be used; false if it can. */
  obstacles: readonly [previous: string | false, next: string | false]
  step(by: -1 | 1): void
  /** Content between the buttons. */
  children?: ReactNode
}

/** Buttons that lead to the previous and the next page or message. */
export function StepButtons({ labels, obstacles, step, children }: StepButtonsProps) {
  const button = (index: 0 | 1, icon: ReactNode) => (
    <ActionIconButton
      kind="ghost"
      size="sm"
      align="bottom"
      label={labels[index]}
      reason={obstacles[index]}
      onClick={() => step(index === 0 ? -1 : 1)}
    >
      {icon}
    </ActionIconButton>
  )
  return (
    <>
      {button(0, <ChevronLeft />)}
      {children}
      {button(1, <ChevronRight />)}
    </>
  )
}

export type SearchProgressProps = { page: MessagePage } & Pick<MessageList, 'goOn' | 'isSearchingOn' | 'searchOn'>

export function SearchProgress({ page, goOn, isSearchingOn, searchOn }: SearchProgressProps) {
  const { searched = 0, total } = page
  const isPartial = (goOn !== undefined || isSearchingOn) && total !== undefined
  return (
    <div className="messages__pages">
      <span role="status">
        {isPartial
          ? t('{searched} of {total} messages searched', { searched, total: Math.max(searched, total) })
          : t('{messages} searched', { messages: countMessages(searched) })}
      </span>
      {isSearchingOn && isPartial && (
        <progress value={searched} max={Math.max(searched, total)} aria-label={t('Progress')} />
      )}
      {goOn && !isSearchingOn && (
        <Button kind="tertiary" size="sm" onClick={goOn}>
          {t('Search on')}
        </Button>
      )}
      {(goOn || isSearchingOn) && (
        <Button kind="ghost" size="sm" onClick={() => searchOn(!isSearchingOn)}>
          {isSearchingOn ? t('Stop') : t('Search to the end')}
        </Button>
      )}
    </div>
  )
}

type JumpKind = 'position' | 'time' | 'correlationId'

interface JumpDialogProps {
  manager: string
  queue: string
  /** Gets the position of the message, from 0. */
  jump(position: number): void
  close(): void
}

const labels: Readonly<Record<JumpKind, string>> = {
  position: t('Position'),
  time: t('Time of the put'),
  correlationId: t('Correlation id'),
}
const initialTarget: { kind: JumpKind; target: string } = { kind: 'position', target: '' }

function JumpDialog({ manager: qmgr, queue, jump, close }: JumpDialogProps) {
  const form = useForm('jump', initialTarget, ({ kind, target }) => [
    { name: 'kind', label: t('By'), kind: 'radio', choices: Object.entries(labels), also: () => ({ target: '' }) },
    {
      name: 'target',
      label: labels[kind],
      kind: kind === 'time' ? 'time' : 'name',
      required: t('Enter a value.'),
      wrong: findError(kind, target),
      attributes: kind === 'time' ? { step: 1 } : undefined,
    },
  ])

  async function findPosition(): Promise<number> {
    const { kind, target } = form.draft
    if (kind === 'position') return Number(target) - 1
    const query = kind === 'time' ? { at: new Date(target).toISOString() } : { correlationId: target }
    return (await request('GET /qmgr/:qmgr/queue/:queue/message-position', { qmgr, queue }, { query })).position
  }

  async function go() {
    const position = await findPosition()
    if (position < 0) throw new Error(t('No message that the page can show is such one.'))
    jump(position)
  }

  return (
    <FormDialog
      size="sm"
      form={form}
      title={t('Go to a message')}
      label={queue}
      action={t('Go to')}
      focus="#jump-target"
      run={go}
      close={close}
    />
  )
}

function findError(kind: JumpKind, text: string): string | undefined {
  if (text === '') return undefined
  if (kind === 'position' && !/^[1-9]\d{0,8}$/.test(text)) return t('Positions are whole numbers from 1 on.')
  if (kind === 'correlationId' && !/^[0-9a-f]{48}$/i.test(text)) return t('An id has 48 hexadecimal digits.')
  return undefined
}
