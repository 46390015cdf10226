import { useMemo, useState } from 'react'
import { ChoiceSwitcher } from '../forms/choices.tsx'
import { t } from '../text/t.ts'
import { bodyFormats, detectFormat, renderBody } from './body-formats.ts'
import { CodeView } from './code-view.tsx'

export function BodyView({ bytes }: { bytes: Uint8Array }) {
  const [format, setFormat] = useState(() => detectFormat(bytes))
  const text = useMemo(() => renderBody(bytes, format), [bytes, format])
  const title = bodyFormats.find(([each]) => each === format)?.[1]

  return (
    <section aria-label={t('Body')}>
      <ChoiceSwitcher
        label={t('How the body is shown')}
        choices={bodyFormats}
        value={format}
        change={(next) => setFormat(next as typeof format)}
      />
      {text === undefined ? (
        <p className="list__empty">{t('The body is not {title}.', { title })}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
        <section className="body" tabIndex={0} aria-label={t('Body as {title}', { title })}>
          {format === 'json' || format === 'xml' ? <CodeView text={text} /> : text || ' '}
        </section>
      )}
    </section>
  )
}
