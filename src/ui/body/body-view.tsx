/** A body as text, JSON, XML or hex. */
import { ContentSwitcher, Switch } from '@carbon/react'
import { useMemo, useState } from 'react'

import { formats, render, suits } from './formats.ts'

export function BodyView({ bytes }: { bytes: Uint8Array }) {
  const [format, setFormat] = useState(() => suits(bytes))
  const text = useMemo(() => render(bytes, format), [bytes, format])
  const title = formats.find(([each]) => each === format)?.[1]

  return (
    <section aria-label="Body">
      <ContentSwitcher
        size="sm"
        selectedIndex={formats.findIndex(([each]) => each === format)}
        onChange={({ name }) => setFormat(name as typeof format)}
        aria-label="How the body is shown"
      >
        {formats.map(([each, called]) => (
          <Switch key={each} name={each} text={called} />
        ))}
      </ContentSwitcher>
      {text === undefined ? (
        <p className="list__empty">The body is not {title}.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
        <section className="body" tabIndex={0} aria-label={`Body as ${title}`}>
          {text === '' ? ' ' : text}
        </section>
      )}
    </section>
  )
}
