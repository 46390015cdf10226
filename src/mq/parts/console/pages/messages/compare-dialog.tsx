/** A dialog that shows two messages side by side: what differs in their descriptors and properties, and the bodies. */
import '../styles/compare.scss'
import { useMemo } from 'react'
import type { MergePart } from '../../../../../shared/lib/text/merge-texts.ts'
import { bodyFormats } from '../../../../../shared/ui/body/body-formats.ts'
import { Dialog } from '../../../../../shared/ui/feedback/dialog.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessageDetails } from '../../contract/messages.ts'
import { request } from '../../kit/api/client.ts'
import { compareBodies, listDifferences } from './compare-messages.ts'

export interface CompareDialogProps {
  manager: string
  queue: string
  messageIds: readonly [string, string]
  close(): void
}

export default function CompareDialog({ manager: qmgr, queue, messageIds, close }: CompareDialogProps) {
  const pair = useResource(JSON.stringify([qmgr, queue, messageIds]), async (signal) => {
    const load = (messageId: string) =>
      request('GET /qmgr/:qmgr/queue/:queue/messages/:messageId', { qmgr, queue, messageId }, { signal })
    const [first, second] = await Promise.all([load(messageIds[0]), load(messageIds[1])])
    return { first, second }
  })
  return (
    <Dialog
      size="lg"
      title={t('Compare two messages')}
      label={queue}
      cancel={t('Close')}
      focus=".dialog__body"
      close={close}
    >
      <Loaded resource={pair}>{(loaded) => <Comparison {...loaded} />}</Loaded>
    </Dialog>
  )
}

type ComparisonProps = Readonly<Record<'first' | 'second', MessageDetails>>

function Comparison({ first, second }: ComparisonProps) {
  const differences = useMemo(() => listDifferences(first, second), [first, second])
  const { format, parts, isPartial } = useMemo(() => compareBodies(first, second), [first, second])
  const title = bodyFormats.find(([each]) => each === format)?.[1]
  const isSame = parts.every(({ kind }) => kind === 'same')

  return (
    <>
      <Group title={t('Bodies as {title}', { title })} level={3}>
        {isPartial && <p>{t('The bodies are longer: only their beginning is compared.')}</p>}
        {isSame && <p>{t('The bodies are the same.')}</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
        <section className="compare" tabIndex={0} aria-label={t('Difference of the bodies')}>
          <strong>{t('First message')}</strong>
          <strong>{t('Second message')}</strong>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
            <Part key={index} part={part} />
          ))}
        </section>
      </Group>
      <Group title={t('Descriptor, headers and properties')} level={3}>
        <DataTable
          small
          label={t('What differs')}
          rows={differences}
          keyOf={({ group, name }) => `${group} ${name}`}
          empty={t('They are the same.')}
          columns={[
            [t('Part'), ({ group }) => group],
            [t('Name'), ({ name }) => name],
            [t('First message'), (each) => each.first ?? t('none')],
            [t('Second message'), (each) => each.second ?? t('none')],
          ]}
        />
      </Group>
    </>
  )
}

/** The lines that are shown before and after a difference. */
const contextLines = 3

/** Shows lines of both bodies side by side; of many same ones, those in the middle on request. */
function Part({ part: { kind, base, theirs } }: { part: MergePart }) {
  if (kind !== 'same')
    return (
      <>
        {base === '' ? <span /> : <del className="compare__lines compare__lines--removed">{mark(base, '- ')}</del>}
        {theirs === '' ? <span /> : <ins className="compare__lines compare__lines--added">{mark(theirs, '+ ')}</ins>}
      </>
    )
  const lines = base.split('\n').slice(0, -1)
  const hidden = lines.slice(contextLines, -contextLines)
  if (hidden.length <= contextLines) return <SameLines lines={lines} />
  return (
    <>
      <SameLines lines={lines.slice(0, contextLines)} />
      <details className="compare__more">
        <summary>{t('{count, plural, one {# same line} other {# same lines}}', { count: hidden.length })}</summary>
        <div className="compare__lines">{mark(hidden.join('\n'), '  ')}</div>
      </details>
      <SameLines lines={lines.slice(-contextLines)} />
    </>
  )
}

function SameLines({ lines }: { lines: readonly string[] }) {
  const text = mark(lines.join('\n'), '  ')
  return (
    <>
      <div className="compare__lines">{text}</div>
      <div className="compare__lines">{text}</div>
    </>
  )
}

/** Returns the lines with a mark before each, so that colours are not the only sign. */
function mark(text: string, sign: string): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => sign + line)
    .join('\n')
}
