/** Shows a message body as text, JSON, XML or a hex dump. The user can switch between them. */
import { ContentSwitcher, Switch } from '@carbon/react'
import { useMemo, useState } from 'react'
import { t } from '../text/t.ts'
import { bodyFormats, detectFormat, renderBody } from './body-formats.ts'

export function BodyView({ bytes }: { bytes: Uint8Array }) {
  const [format, setFormat] = useState(() => detectFormat(bytes))
  const text = useMemo(() => renderBody(bytes, format), [bytes, format])
  const title = bodyFormats.find(([each]) => each === format)?.[1]

  return (
    <section aria-label={t('Body')}>
      <ContentSwitcher
        size="sm"
        selectedIndex={bodyFormats.findIndex(([each]) => each === format)}
        onChange={({ name }) => setFormat(name as typeof format)}
        aria-label={t('How the body is shown')}
      >
        {bodyFormats.map(([each, called]) => (
          <Switch key={each} name={each} text={called} />
        ))}
      </ContentSwitcher>
      {text === undefined ? (
        <p className="list__empty">{t('The body is not {title}.', { title })}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
        <section className="body" tabIndex={0} aria-label={t('Body as {title}', { title })}>
          {text === '' ? ' ' : text}
        </section>
      )}
    </section>
  )
}
