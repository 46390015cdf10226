/** Short notifications at the top of the page, which screen readers announce. */
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'

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
const maxShown = 4
/** How long a notification stays that is no error. Errors stay until the user closes them. */
const shownMs = 6_000

/** Provides `useNotifications` to its children and renders the notifications. */
export function NotificationProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Notification[]>([])
  const count = useRef(0)

  const notify: ShowNotification = useCallback((kind, title, text) => {
    count.current += 1
    const notification = { id: count.current, kind, title, text }
    setShown((before) => [...before, notification].slice(-maxShown))
  }, [])
  const close = useCallback((id: number) => setShown((before) => before.filter((each) => each.id !== id)), [])

  return (
    <Context value={notify}>
      {children}
      <div className="notices" aria-live="polite">
        {shown.map((notification) => (
          <Toast key={notification.id} notification={notification} close={close} />
        ))}
      </div>
    </Context>
  )
}

function Toast({ notification, close }: { notification: Notification; close(id: number): void }) {
  const { id, kind, title, text } = notification

  useEffect(() => {
    if (kind === 'error') return
    const timer = setTimeout(() => close(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, kind, close])

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
