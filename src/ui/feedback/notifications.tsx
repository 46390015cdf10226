/** Short notifications in a corner of the page, which screen readers announce. */
import { ToastNotification } from '@carbon/react'
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'

type Kind = 'success' | 'error' | 'info'

interface Notice {
  id: number
  kind: Kind
  title: string
  text: string | undefined
}

type ShowNotification = (kind: Kind, title: string, text?: string) => void

const Context = createContext<ShowNotification>(() => {})
const most = 4
const life = 8_000

/** Provides `useNotifications` to its children and renders the notifications. */
export function NotificationProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const count = useRef(0)

  const tell: ShowNotification = useCallback((kind, title, text) => {
    count.current += 1
    const notice = { id: count.current, kind, title, text }
    setNotices((before) => [...before, notice].slice(-most))
  }, [])
  const dismiss = (id: number) => setNotices((before) => before.filter((notice) => notice.id !== id))

  return (
    <Context value={tell}>
      {children}
      <div className="notices" aria-live="polite">
        {notices.map(({ id, kind, title, text }) => (
          <ToastNotification
            key={id}
            kind={kind}
            title={title}
            subtitle={text ?? ''}
            lowContrast
            timeout={kind === 'error' ? 0 : life}
            onClose={() => {
              dismiss(id)
              return false
            }}
          />
        ))}
      </div>
    </Context>
  )
}

/** Returns a function that shows a notification: `notify('success', 'Queue created', 'APP.IN')`. */
export function useNotifications(): ShowNotification {
  return use(Context)
}
