/** A button of the header with a panel, which closes when the user goes elsewhere. */
import { HeaderGlobalAction, HeaderPanel } from '@carbon/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

export function HeaderMenu({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    const ends = new AbortController()
    const { signal } = ends
    addEventListener('hashchange', () => setOpen(false), { signal })
    addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!place.current?.contains(target as Node)) setOpen(false)
      },
      { signal },
    )
    return () => ends.abort()
  }, [open])

  return (
    <div ref={place} className="user-menu">
      <HeaderGlobalAction
        aria-label={label}
        aria-expanded={open}
        isActive={open}
        tooltipAlignment="end"
        onClick={() => setOpen(!open)}
      >
        {icon}
      </HeaderGlobalAction>
      <HeaderPanel expanded={open} onHeaderPanelFocus={() => setOpen(false)}>
        {open && (
          <section className="user-menu__panel" aria-label={label}>
            {children}
          </section>
        )}
      </HeaderPanel>
    </div>
  )
}
