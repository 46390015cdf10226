/** The command palette: finds pages, objects and actions by a few letters, and leads there. The keyboard suffices. */
import '../styles/palette.scss'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { rememberFocus, restoreFocus } from '../feedback/focus-history.ts'
import { useResource } from '../feedback/use-resource.ts'
import { useLocalPreference } from '../preferences/local-preferences.ts'
import { navigate } from '../routing/use-location-hash.ts'
import { t } from '../text/t.ts'
import { findEntries, type PaletteEntry } from './find-entries.ts'

/** Loads every entry. `showFirst` gets those that are known so far. */
export type LoadPaletteEntries = (
  signal: AbortSignal,
  showFirst: (entries: readonly PaletteEntry[]) => void,
) => Promise<readonly PaletteEntry[]>

const maxRecent = 8
const pageLength = 8

export default function PaletteDialog({ load, close }: { load: LoadPaletteEntries; close(): void }) {
  const entries = useResource<readonly PaletteEntry[]>('palette', (signal, _, showFirst) => load(signal, showFirst))
  const { value = [], problem, loading } = entries
  const [recent, setRecent] = useLocalPreference<readonly string[]>('recent', [])
  const [query, setQuery] = useState('')
  /** The entry that the keys have chosen; the first one when it is not among the matches. */
  const [wanted, setWanted] = useState<string>()
  const found = useMemo(() => findEntries(value, query, recent), [value, query, recent])
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const at = Math.max(
    0,
    found.findIndex((entry) => keyOf(entry) === wanted),
  )

  useEffect(() => showModal(element.current), [])
  useEffect(() => {
    void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }) // newer browsers return a promise
  }, [id, at])

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
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        aria-label={t('Go to a page, an object or an action')}
        placeholder={t('Go to a page, an object or an action')}
        spellCheck={false}
        autoComplete="off"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setWanted(undefined)
        }}
        onKeyDown={move}
      />
      {problem && (
        <p className="palette__note" role="alert">
          {problem}
        </p>
      )}
      <Matches id={id} entries={found} at={at} choose={choose} />
      <p className="palette__note" role="status">
        {found.length === 0 && !loading ? t('Nothing matches.') : t('↑ ↓ choose, Enter goes there, Esc closes')}
        {loading && ` · ${t('Searching…')}`}
      </p>
    </dialog>,
    document.body, // outside of the header, which is dark in both themes
  )
}

/** Shows the dialog. Returns the function that closes it and puts the focus back. */
function showModal(dialog: HTMLDialogElement | null): () => void {
  const remembered = rememberFocus()
  if (dialog && !dialog.open) dialog.showModal()
  return () => {
    dialog?.close()
    restoreFocus(remembered)
  }
}

interface MatchesProps {
  id: string
  entries: readonly PaletteEntry[]
  /** The number of the chosen entry. */
  at: number
  choose(entry: PaletteEntry): void
}

function Matches({ id, entries, at, choose }: MatchesProps) {
  return (
    <div id={id} className="palette__list" role="listbox" aria-label={t('Matches')}>
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose
        <div
          key={keyOf(entry)}
          id={`${id}-${index}`}
          className={index === at ? 'palette__entry palette__entry--on' : 'palette__entry'}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => choose(entry)}
        >
          <span className="palette__title">{entry.title}</span>
          <span className="palette__kind">{[entry.kind, entry.of].filter(Boolean).join(' · ')}</span>
        </div>
      ))}
    </div>
  )
}

function keyOf({ kind, to }: PaletteEntry): string {
  return `${kind} ${to}`
}
