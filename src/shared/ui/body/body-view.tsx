/** Shows a body as text, JSON, XML or hex, in the character set that its reader chooses. */
import { useMemo, useState } from 'react'
import { ChoiceSwitcher } from '../forms/choice-switcher.tsx'
import { ChoiceSelect } from '../forms/choices.tsx'
import { t } from '../text/t.ts'
import { bodyFormats, detectFormat, renderBody } from './body-formats.ts'
import { codePageChoices, findCodePage } from './code-pages.ts'
import { CodeView } from './code-view.tsx'
import { Copy } from './copyable-text.tsx'

export interface BodyViewProps {
  bytes: Uint8Array
  /** The character set that the sender named. Without it the body is UTF-8, and there is no choice. */
  ccsid?: number
}

export function BodyView(props: BodyViewProps) {
  return props.bytes.length === 0 ? <p className="list__empty">{t('The body is empty.')}</p> : <Body {...props} />
}

function Body({ bytes, ccsid }: BodyViewProps) {
  const [page, setPage] = useState(() => findCodePage(ccsid))
  const [format, setFormat] = useState(() => detectFormat(bytes, page))
  const text = useMemo(() => renderBody(bytes, format, page), [bytes, format, page])
  const title = bodyFormats.find(([each]) => each === format)?.[1]

  return (
    <section aria-label={t('Body')}>
      <div className="body__tools">
        <ChoiceSwitcher
          label={t('How the body is shown')}
          choices={bodyFormats}
          value={format}
          change={(next) => setFormat(next as typeof format)}
        />
        {ccsid !== undefined && (
          <ChoiceSelect
            id="code-page"
            labelText={t('Character set')}
            hideLabel
            size="sm"
            choices={codePageChoices}
            value={page}
            change={setPage}
          />
        )}
        {text && <Copy text={text} label={t('Body')} />}
      </div>
      {text === undefined ? (
        <p className="list__empty">{t('The body is not {title}.', { title })}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
        <section className="body" tabIndex={0} aria-label={t('Body as {title}', { title })}>
          {format === 'json' || format === 'xml' ? <CodeView text={text} /> : text}
        </section>
      )}
    </section>
  )
}
