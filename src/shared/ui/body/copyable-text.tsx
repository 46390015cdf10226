/** Shows a text with a copy button. */
import '@carbon/styles/scss/components/copy-button/_index.scss'
import { CopyButton } from '@carbon/react'
import { useNotifications } from '../feedback/notifications.tsx'
import { t } from '../text/t.ts'
import { CodeView } from './code-view.tsx'

export interface CopyableTextProps {
  text: string
  /** The name of the text for screen readers: `Client id`. */
  label: string
}

/** Shows a single line: a long text in a short form, with the whole one on hover. */
export function CopyableText({ text, label, shown = text }: CopyableTextProps & { shown?: string }) {
  return (
    <span className="copyable" title={shown === text ? undefined : text}>
      <code className="copyable__text">{shown}</code>
      <Copy text={text} label={label} />
    </span>
  )
}

/** Shows several lines; JSON and XML in colours. */
export function CopyableBlock({ text, label }: CopyableTextProps) {
  return (
    <div className="copyable-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className="body copyable-block__text" tabIndex={0} aria-label={label}>
        <CodeView text={text} />
      </section>
      <Copy text={text} label={label} />
    </div>
  )
}

/** A button that copies a text that is shown elsewhere. */
export function Copy({ text, label }: CopyableTextProps) {
  const tell = useNotifications()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      tell('error', t('The browser does not let this page copy'), t('Select the text instead.'))
    }
  }

  return (
    <CopyButton
      iconDescription={t('Copy: {label}', { label })}
      feedback={t('Copied')}
      align="left"
      onClick={() => void copy()}
    />
  )
}
