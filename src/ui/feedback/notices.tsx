/** Short words about what was done, shown in a corner and read aloud. */
import { ToastNotification } from '@carbon/react'
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'

type Kind = 'success' | 'error' | 'info'

interface Notice {
  id: number
  kind: Kind
  title: string
  text: string | undefined
}

type Tell = (kind: Kind, title: string, text?: string) => void

const Context = createContext<Tell>(() => {})
const most = 4
const life = 8_000

/** Gives its children `useNotices`. */
export function Notices({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const count = useRef(0)

  const tell: Tell = useCallback((kind, title, text) => {
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

/** Tells the user something: `tell('success', 'Queue created', 'APP.IN')`. */
export function useNotices(): Tell {
  return use(Context)
}
