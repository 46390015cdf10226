/** The button of the command palette in the header. Ctrl+K, or ⌘K, opens the palette as well. */
import { HeaderGlobalAction } from '@carbon/react'
import { Search } from '@carbon/react/icons'
import { Suspense, use, useEffect, useState } from 'react'
import { lazyPart } from '../feedback/error-boundary.tsx'
import { Shown } from '../feedback/shown.ts'
import { t } from '../text/t.ts'
import type { LoadPaletteEntries } from './palette-dialog.tsx'

const PaletteDialog = lazyPart(() => import('./palette-dialog.tsx'))

export function PaletteButton({ load }: { load: LoadPaletteEntries }) {
  const [open, setOpen] = useState(false)
  const isShown = use(Shown)

  useEffect(() => {
    if (!isShown) return
    const ends = new AbortController()
    function openByKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    addEventListener('keydown', openByKey, { signal: ends.signal })
    return () => ends.abort()
  }, [isShown])

  return (
    <>
      <HeaderGlobalAction
        aria-label={t('Command palette (Ctrl+K)')}
        tooltipAlignment="end"
        onClick={() => setOpen(true)}
      >
        <Search size={20} />
      </HeaderGlobalAction>
      {open && (
        <Suspense>
          <PaletteDialog load={load} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
