/** The command palette: finds pages, objects and actions by a few letters, and leads there. The keyboard suffices. */
import '../styles/palette.scss'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useModal } from '../feedback/focus-history.ts'
import { useResource } from '../feedback/use-resource.ts'
import { findEntries, type PaletteEntry } from '../forms/find-entries.ts'
import { buildFieldAttributes, OptionList } from '../forms/option-list.tsx'
import { useLocalPreference } from '../preferences/local-preferences.ts'
import { navigate } from '../routing/use-location-hash.ts'
import { t } from '../text/t.ts'

/** Loads every entry. `showFirst` gets those that are known so far. */
export type LoadPaletteEntries = (
  signal: AbortSignal,
  showFirst: (entries: readonly PaletteEntry[]) => void,
) => Promise<readonly PaletteEntry[]>

const maxRecent = 8
const maxShown = 40
const pageLength = 8

export default function PaletteDialog({ load, close }: { load: LoadPaletteEntries; close(): void }) {
  const entries = useResource<readonly PaletteEntry[]>('palette', (signal, _, showFirst) => load(signal, showFirst))
  const { value = [], problem, loading } = entries
  const [recent, setRecent] = useLocalPreference<readonly string[]>('recent', [])
  const [query, setQuery] = useState('')
  /** The entry that the keys have chosen; the first one when it is not among the matches. */
  const [wanted, setWanted] = useState<string>()
  const found = useMemo(() => findEntries(value, query, recent).slice(0, maxShown), [value, query, recent])
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const place = found.findIndex((entry) => keyOf(entry) === wanted)
  const at = Math.max(0, place)

  useModal(element)

  function choose(entry: PaletteEntry | undefined) {
    if (!entry) return
    setRecent([entry.to, ...recent.filter((to) => to !== entry.to)].slice(0, maxRecent))
    close()
    navigate(entry.to)
  }

  function move(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: pageLength, PageUp: -pageLength }[event.key]
    const next = by && found[Math.max(0, Math.min(found.length - 1, at + by))]
    if (event.key === 'Enter') choose(found[at])
    else if (next) setWanted(keyOf(next))
    else return
    event.preventDefault()
  }

  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog
    <dialog
      ref={element}
      className="dialog palette"
      aria-label={t('Go to')}
      onCancel={close}
      onClick={({ target }) => target === element.current && close()}
    >
      <input
        className="palette__field"
        {...buildFieldAttributes(id, found.length > 0 ? at : -1)}
        aria-label={t('Go to a page, an object or an action')}
        placeholder={t('Go to a page, an object or an action')}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setWanted(undefined)
        }}
        onKeyDown={move}
      />
      {problem && (
        <p className="palette__note quiet" role="alert">
          {problem}
        </p>
      )}
      <OptionList<PaletteEntry> id={id} label={t('Matches')} items={found} at={at} keyOf={keyOf} choose={choose}>
        {({ title, kind, of }) => (
          <span className="palette__entry">
            <span className="palette__title">{title}</span>
            <span className="quiet">{[kind, of].filter(Boolean).join(' · ')}</span>
          </span>
        )}
      </OptionList>
      <p className="palette__note quiet" role="status">
        {found.length === 0 && !loading ? t('Nothing matches.') : t('↑ ↓ choose, Enter goes there, Esc closes')}
        {loading && ` · ${t('Searching…')}`}
      </p>
    </dialog>,
    document.body, // outside of the header, which is dark in both themes
  )
}

function keyOf({ kind, to }: PaletteEntry): string {
  return `${kind} ${to}`
}
