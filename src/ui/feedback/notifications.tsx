/** Short notifications at the top of the page, which screen readers announce. */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Notice } from './notice.tsx'

type NotificationKind = 'success' | 'error' | 'info'

interface Notification {
  id: number
  kind: NotificationKind
  title: string
  text: string | undefined
}

type ShowNotification = (kind: NotificationKind, title: string, text?: string) => void

const Context = createContext<ShowNotification>(() => {})
/** The errors of the current page, and the function that closes one. */
const Errors = createContext<{ shown: readonly Notification[]; close(id: number): void }>({
  shown: [],
  close: () => {},
})
const maxShown = 4
/** How long a notification stays that is no error. Errors stay until the user closes them or opens another page. */
const shownMs = 6_000

export interface NotificationProviderProps {
  /** The title of the page; errors end with it. */
  page: string
  children: ReactNode
}

/** Provides `useNotifications` to its children, and renders all notifications but errors. */
export function NotificationProvider({ page, children }: NotificationProviderProps) {
  const [shown, setShown] = useState<readonly Notification[]>([])
  const count = useRef(0)

  const notify: ShowNotification = useCallback((kind, title, text) => {
    count.current += 1
    const notification = { id: count.current, kind, title, text }
    setShown((before) => [...before, notification].slice(-maxShown))
  }, [])
  const close = useCallback((id: number) => setShown((before) => before.filter((each) => each.id !== id)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors belong to the page on which they happened
  useEffect(() => setShown((before) => before.filter(({ kind }) => kind !== 'error')), [page])
  const errors = useMemo(() => ({ shown: shown.filter(({ kind }) => kind === 'error'), close }), [shown, close])

  return (
    <Context value={notify}>
      <Errors value={errors}>{children}</Errors>
      <div className="notices" aria-live="polite">
        {shown
          .filter(({ kind }) => kind !== 'error')
          .map((notification) => (
            <Toast key={notification.id} notification={notification} close={close} />
          ))}
      </div>
    </Context>
  )
}

/** Shows errors above the content of the page, where they cover nothing. */
export function ErrorNotifications() {
  const { shown, close } = use(Errors)
  return (
    <div className="errors" aria-live="assertive">
      {shown.map(({ id, title, text }) => (
        <Notice key={id} kind="error" title={title} role="none" close={() => close(id)}>
          {text}
        </Notice>
      ))}
    </div>
  )
}

function Toast({ notification, close }: { notification: Notification; close(id: number): void }) {
  const { id, kind, title, text } = notification

  useEffect(() => {
    const timer = setTimeout(() => close(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, close])

  return (
    <Notice kind={kind} title={title} role="none" close={() => close(id)}>
      {text}
    </Notice>
  )
}

/** Returns a function that shows a notification: `notify('success', 'Queue created', 'APP.IN')`. */
export function useNotifications(): ShowNotification {
  return use(Context)
}
