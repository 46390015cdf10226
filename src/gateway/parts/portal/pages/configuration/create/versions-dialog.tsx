/** The dialog that shows the versions of a product beside each other, and lets one take the place of another. */
import { Tag } from '@carbon/react'
import type { FormRow } from '../../../../../../shared/ui/forms/form-rows.ts'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { DataTable } from '../../../../../../shared/ui/table/data-table.tsx'
import { compareTexts } from '../../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { DocumentSummary, PlanVersionsRequest } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { calmStates } from '../schema/kind-titles.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { DocumentDialogProps } from './document-dialogs.tsx'

type Action = PlanVersionsRequest['action']

/** The choices: the action, the files of both versions, and by `planMember` the plans for those of the old one. */
type VersionsDraft = Readonly<Record<string, string>> & { action: Action; old: string; next: string }

const actions = [
  ['supersede', t('Supersede'), t('The new version is published, the old one deprecated. No subscription moves.')],
  ['replace', t('Replace'), t('The new version is published, subscriptions move to it, and the old one is retired.')],
  [
    'retire',
    t('Retire'),
    t('The old version opens nothing any more. Subscriptions by the name alone mean the next one.'),
  ],
] as const

export function VersionsDialog({ document, documents, close, done }: DocumentDialogProps) {
  const versions = listVersions(documents, document.file)
  const start = () => startDraft(versions, document.file)
  const form = useForm('versions', start, (draft) => buildRows(draft, versions))
  const { action, old, next } = form.draft
  const isRetired = action === 'retire'

  async function plan() {
    const renamed = plansOf(versions, old).flatMap((each) => {
      const to = form.draft[planMember(old, next, each)] ?? ''
      return to === '' || to === each ? [] : [`${each}=${to}`]
    })
    const plans = action === 'replace' ? renamed : []
    const body: PlanVersionsRequest = isRetired ? { file: old, action } : { file: old, action, next, plans }
    return requestResource('POST /configuration/versions', {}, { body })
  }

  return (
    <ChangeDialog
      form={form}
      title={t('Versions of {name}', { name: versions[0]?.name ?? document.file })}
      action={actions.find(([each]) => each === action)?.[1] ?? t('Save')}
      isWritable={document.isWritable}
      isComplete={isRetired || (next !== '' && next !== old)}
      missing={t('Choose another version to see what changes: a copy of the document with another version is one.')}
      plan={plan}
      done={() => done(isRetired ? old : next)}
      close={close}
    >
      <DataTable
        label={t('Versions')}
        rows={versions}
        keyOf={({ file }) => file}
        columns={[
          [t('Version'), ({ version }) => version],
          [
            t('State'),
            ({ state = 'published' }) => <Tag type={calmStates.has(state) ? 'green' : 'magenta'}>{state}</Tag>,
          ],
          [t('Plans'), ({ plans = [] }) => plans.join(', ')],
        ]}
      />
    </ChangeDialog>
  )
}

/** Returns the versions of a product in its catalog, the lowest first. */
function listVersions(documents: readonly DocumentSummary[], file: string): readonly DocumentSummary[] {
  const shown = documents.find((each) => each.file === file)
  return documents
    .filter(({ kind, name, catalog }) => kind === 'product' && name === shown?.name && catalog === shown?.catalog)
    .toSorted((one, other) => compareTexts(one.version ?? '', other.version ?? ''))
}

/** Suggests what is usual: a staged version takes the place of a published one, and plans keep their names. */
function startDraft(versions: readonly DocumentSummary[], shown: string): VersionsDraft {
  const others = versions.filter(({ file }) => file !== shown).map(({ file }) => file)
  const isOpen = (file: string) => calmStates.has(versions.find((each) => each.file === file)?.state ?? 'published')
  const old = isOpen(shown) ? shown : (others.find(isOpen) ?? shown)
  const next = old === shown ? (others.findLast((each) => !isOpen(each)) ?? others.at(-1) ?? '') : shown
  const plans = versions.flatMap(({ file: from, plans: all = [] }) =>
    versions.flatMap(({ file: to, plans: there = [] }) =>
      all.map((each) => [planMember(from, to, each), there.includes(each) ? each : ''] as const),
    ),
  )
  return { ...Object.fromEntries(plans), action: next === '' ? 'retire' : 'supersede', old, next }
}

function buildRows(draft: VersionsDraft, versions: readonly DocumentSummary[]): readonly FormRow<VersionsDraft>[] {
  const { action, old, next } = draft
  const choices = versions.map(({ file, version = '', state = 'published' }) => [file, `${version}, ${state}`] as const)
  const others = choices.filter(([file]) => file !== old)
  const moved = action === 'replace' && next !== old ? plansOf(versions, old) : []
  return [
    { name: 'action', label: t('What happens'), kind: 'tiles', choices: actions },
    [
      { name: 'old', label: t('Old version'), kind: 'choice', choices },
      action !== 'retire' && {
        name: 'next',
        label: t('New version'),
        kind: 'choice',
        choices: next === '' || next === old ? [[next, t('Choose')], ...others] : others,
      },
    ],
    ...moved.map((each, index): FormRow<VersionsDraft> => {
      const offered = plansOf(versions, next)
      return {
        name: planMember(old, next, each),
        id: `versions-plan-${index}`,
        label: t('Subscriptions to {plan} move to', { plan: each }),
        kind: 'choice',
        choices: [...(offered.includes(each) ? [] : ['']), ...offered].map((plan) => [plan, plan || t('None')]),
      }
    }),
  ]
}

function planMember(old: string, next: string, plan: string): string {
  return `${old} ${next} ${plan}`
}

function plansOf(versions: readonly DocumentSummary[], file: string): readonly string[] {
  return versions.find((each) => each.file === file)?.plans ?? []
}
