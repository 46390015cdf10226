/** Short notifications at the top of the page, which screen readers announce, and their history. */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../text/t.ts'
import { Notice } from './notice.tsx'

type NotificationKind = 'success' | 'error' | 'info'

/** Takes back what was done. */
export type Undo = () => Promise<unknown>

export interface Notification {
  id: number
  kind: NotificationKind
  title: string
  text: string | undefined
  /** The way back; undefined when there is none, or when the user has gone it. */
  undo: Undo | undefined
  at: Date
  /** The fragment of the page that showed it. */
  page: string
}

/** What the user sees of a notification. */
export type NotificationActions = { close(id: number): void; takeBack(notification: Notification): void }

type ShowNotification = (kind: NotificationKind, title: string, text?: string, undo?: Undo) => void

const Context = createContext<ShowNotification>(() => {})
interface NotificationState extends NotificationActions {
  /** The errors of the current page. */
  errors: readonly Notification[]
  /** What was done in this session, the latest first. */
  history: readonly Notification[]
}
const State = createContext<NotificationState>({ errors: [], history: [], close() {}, takeBack() {} })

const maxShown = 4
const maxHistory = 50
/** How long a notification stays that is no error. Errors stay until the user closes them or opens another page. */
const shownMs = 6_000
const undoableMs = 15_000

export interface NotificationProviderProps {
  /** The title of the page; errors end with it. */
  page: string
  children: ReactNode
}

/** Provides `useNotifications` to its children, and renders all notifications but errors. */
export function NotificationProvider({ page, children }: NotificationProviderProps) {
  const [shown, setShown] = useState<readonly Notification[]>([])
  const [history, setHistory] = useState<readonly Notification[]>([])
  const count = useRef(0)

  const notify: ShowNotification = useCallback((kind, title, text, undo) => {
    count.current += 1
    const notification = { id: count.current, kind, title, text, undo, at: new Date(), page: location.hash }
    setShown((before) => [...before, notification].slice(-maxShown))
    if (kind !== 'info') setHistory((before) => [notification, ...before].slice(0, maxHistory))
  }, [])
  const close = useCallback((id: number) => setShown((before) => before.filter((each) => each.id !== id)), [])
  const takeBack = useCallback(
    async ({ id, title, text, undo }: Notification) => {
      close(id)
      setHistory((before) => before.map((each) => (each.id === id ? { ...each, undo: undefined } : each)))
      try {
        await undo?.()
        notify('success', t('Taken back: {title}', { title }), text)
      } catch (error) {
        notify('error', t('{action} failed', { action: t('Undo') }), (error as Error).message)
      }
    },
    [close, notify],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors belong to the page on which they happened
  useEffect(() => setShown((before) => before.filter(({ kind }) => kind !== 'error')), [page])
  const state = useMemo(
    () => ({ errors: shown.filter(({ kind }) => kind === 'error'), history, close, takeBack }),
    [shown, history, close, takeBack],
  )

  return (
    <Context value={notify}>
      <State value={state}>{children}</State>
      <div className="notices" aria-live="polite">
        {shown
          .filter(({ kind }) => kind !== 'error')
          .map((notification) => (
            <Toast key={notification.id} notification={notification} close={close} takeBack={takeBack} />
          ))}
      </div>
    </Context>
  )
}

/** Shows errors above the content of the page, where they cover nothing. */
export function ErrorNotifications() {
  const { errors, close } = use(State)
  return (
    <div className="errors" aria-live="assertive">
      {errors.map(({ id, title, text }) => (
        <Notice key={id} kind="error" title={title} role="none" close={() => close(id)}>
          {text}
        </Notice>
      ))}
    </div>
  )
}

/** Returns what was done in this session, the latest first, and the function that takes it back. */
export function useNotificationHistory(): Pick<NotificationState, 'history' | 'takeBack'> {
  return use(State)
}

function Toast({ notification, close, takeBack }: { notification: Notification } & NotificationActions) {
  const { id, kind, title, text, undo } = notification

  useEffect(() => {
    const timer = setTimeout(() => close(id), undo ? undoableMs : shownMs)
    return () => clearTimeout(timer)
  }, [id, undo, close])

  const action = undo && ([t('Undo'), () => takeBack(notification)] as const)
  return (
    <Notice kind={kind} title={title} role="none" close={() => close(id)} action={action}>
      {text}
    </Notice>
  )
}

/** Returns a function that shows a notification: `notify('success', 'Queue created', 'APP.IN')`. */
export function useNotifications(): ShowNotification {
  return use(Context)
}
