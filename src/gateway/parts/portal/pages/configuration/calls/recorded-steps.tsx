/** The policies of a recorded call: what each has read and written. */
import { formatNumber } from '../../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { RecordedMessageView, RecordedStepView } from '../../../rest/index.ts'

/** Returns the text of a recorded body, with a note where it is cut off or no text. */
export function describeBody({ text, bytes, isCut }: NonNullable<RecordedMessageView['body']>): string {
  if (text === undefined) return `(${t('{bytes, plural, one {# byte} other {# bytes}} that are no text', { bytes })})`
  const cut = t('cut off, {bytes, plural, one {# byte} other {# bytes}} in all', { bytes })
  return isCut ? `${text}\n(${cut})` : text
}

export function RecordedSteps({ steps }: { steps: readonly RecordedStepView[] }) {
  if (steps.length === 0) return null
  return (
    <>
      <h3 className="preview__title">{t('Policies')}</h3>
      <ol className="flow flow__steps">
        {steps.map((step, index) => (
          <li className="flow__step" key={`${String(index)} ${step.place}`}>
            <details className="flow__node">
              <summary>
                <strong>{step.policy}</strong>
                <span className="flow__title quiet">{`${formatNumber(Number(step.tookMs.toFixed(2)))} ms`}</span>
                <span className="flow__title quiet">{summarize(step)}</span>
              </summary>
              <p className="flow__label quiet">{step.place}</p>
              <Lines title={t('Read')} text={renderRead(step)} />
              <Lines title={t('Wrote')} text={renderWritten(step)} />
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}

/** A text that scrolls, below its title. */
export function Lines({ title, text, level = 4 }: { title: string; text: string; level?: 3 | 4 }) {
  const Heading = `h${level}` as const
  return (
    <>
      <Heading className={level === 3 ? 'preview__title' : 'flow__label quiet'}>{title}</Heading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className="preview__patch" tabIndex={0} aria-label={title}>
        {text}
      </section>
    </>
  )
}

/** Returns what a policy has changed, in a few words. */
function summarize({ wrote: { status, headers, removed, body, variables } }: RecordedStepView): string {
  const parts = [
    status !== undefined && t('status {status}', { status: String(status) }),
    headers.length + removed.length > 0 &&
      t('{count, plural, one {# header} other {# headers}}', { count: headers.length + removed.length }),
    body && t('body'),
    variables.length > 0 && t('{count, plural, one {# variable} other {# variables}}', { count: variables.length }),
  ]
  return parts.filter((each) => typeof each === 'string').join(', ') || t('no change')
}

function renderRead({ read: { isResponse, status, body } }: RecordedStepView): string {
  const message = isResponse ? t('Response, status {status}', { status: String(status) }) : t('Request')
  return `${message}\n${body ? `\n${describeBody(body)}` : t('The body has not been read: it streams, or is not kept.')}`
}

function renderWritten({ wrote: { status, headers, removed, body, variables } }: RecordedStepView): string {
  const lines = [
    ...(status === undefined ? [] : [t('status {status}', { status: String(status) })]),
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    ...removed.map((name) => t('without the header {name}', { name })),
    ...variables.map(({ name, value }) => `$(${name}) = ${value}`),
    ...(body ? ['', describeBody(body)] : []),
  ]
  return lines.join('\n') || t('no change')
}
