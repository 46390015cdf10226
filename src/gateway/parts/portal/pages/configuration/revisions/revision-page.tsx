/** The page of one revision: what changed with it, the difference to others, its documents, and the way back to it. */
import { Tag } from '@carbon/react'
import { Undo } from '@carbon/react/icons'
import { useState } from 'react'
import { CopyableBlock, CopyableText } from '../../../../../../shared/ui/body/copyable-text.tsx'
import { Dialog } from '../../../../../../shared/ui/feedback/dialog.tsx'
import { Loaded } from '../../../../../../shared/ui/feedback/loaded.tsx'
import { DialogButton } from '../../../../../../shared/ui/feedback/use-dialog.tsx'
import { ChoiceSelect, type Choices } from '../../../../../../shared/ui/forms/choices.tsx'
import { DescriptionList } from '../../../../../../shared/ui/shell/description-list.tsx'
import { Group } from '../../../../../../shared/ui/shell/group.tsx'
import { PageHeader } from '../../../../../../shared/ui/shell/page-header.tsx'
import { formatDateTime } from '../../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { shortenRevision } from '../../../../../lib/text/shorten-revision.ts'
import type { RevisionDetails } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { PatchView } from '../changes/preview-panel.tsx'
import { ChangeDialog } from '../create/change-dialog.tsx'
import { describeAuthor } from './revisions-page.tsx'

const trail = [
  [t('Configuration'), '#/configuration'],
  [t('Revisions'), '#/revisions'],
] as const

/** `revision` is the name of the revision, its beginning, or a time at which it was in use. */
export default function RevisionPage({ revision: name }: { revision: string }) {
  const resource = usePortalResource('GET /configuration/revisions/:revision', { revision: name })
  const title = resource.value ? shortenRevision(resource.value.revision) : name
  return (
    <>
      <PageHeader title={t('Revision {name}', { name: title })} trail={trail}>
        {resource.value?.isInUse && <Tag type="green">{t('in use')}</Tag>}
        {resource.value?.isInUse === false && <RollbackButton revision={resource.value} done={resource.reload} />}
      </PageHeader>
      <Loaded resource={resource}>{(revision) => <Revision key={revision.revision} revision={revision} />}</Loaded>
    </>
  )
}

function RollbackButton({ revision: { revision, at }, done }: { revision: RevisionDetails; done(): void }) {
  const { value } = usePortalResource('GET /configuration', {})
  const plan = () => requestResource('POST /configuration/revisions/:revision/rollback', { revision }, {})
  return (
    <DialogButton
      size="sm"
      kind="tertiary"
      renderIcon={Undo}
      dialog={(close) => (
        <ChangeDialog
          title={t('Go back to {name}', { name: shortenRevision(revision) })}
          action={t('Go back')}
          isWritable={value?.isWritable ?? true}
          isComplete
          plan={plan}
          done={done}
          close={close}
        >
          <p className="dialog__text">
            {t(
              'Writes the documents as they were at {time}, with the applications in files. The gateway checks them first, and uses them at once. You can undo it.',
              { time: formatDateTime(at) },
            )}
          </p>
        </ChangeDialog>
      )}
    >
      {t('Go back to this revision')}
    </DialogButton>
  )
}

function Revision({ revision: found }: { revision: RevisionDetails }) {
  const { revision, at, changes, files } = found
  return (
    <>
      <DescriptionList
        facts={[
          [t('In use since'), formatDateTime(at)],
          [t('Changed by'), describeAuthor(found)],
          [t('Name'), <CopyableText key="name" text={revision} label={t('Revision')} />],
        ]}
      />
      <Group title={t('What changed')}>
        <ul className="preview__list">
          {changes.length === 0 && <li>{t('Nothing that a caller, a user or an operator would notice.')}</li>}
          {changes.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </Group>
      <Difference revision={found} />
      <Group title={t('Documents')}>
        <ul className="revision__files">
          {files.map((file) => (
            <li key={file}>
              <DialogButton
                kind="ghost"
                size="sm"
                dialog={(close) => <DocumentDialog revision={revision} file={file} close={close} />}
              >
                {file}
              </DialogButton>
            </li>
          ))}
        </ul>
      </Group>
    </>
  )
}

/** The difference from the revision before, to the documents on disk, or to any other revision. */
function Difference({ revision: { revision, previous } }: { revision: RevisionDetails }) {
  const others = usePortalResource('GET /configuration/revisions', {})
  const [chosen, setChosen] = useState(previous === undefined ? 'files' : 'previous')
  const [from, to] = chosen === 'previous' ? [previous ?? revision, revision] : [revision, chosen]
  const query: Record<string, string> = to === 'files' ? {} : { to }
  const params = { revision: from }
  const difference = usePortalResource('GET /configuration/revisions/:revision/difference', params, { query })
  const names = new Map(others.value?.map((each) => [each.revision, each.at]))
  const choices: Choices = [
    ...(previous === undefined ? [] : [['previous', t('From the revision before')] as const]),
    ['files', t('To the documents as they are now')],
    ...[...names]
      .filter(([name]) => name !== revision)
      .map(([name, at]) => {
        const words = { name: shortenRevision(name), time: formatDateTime(at) }
        return [name, t('To {name} of {time}', words)] as const
      }),
  ]
  return (
    <Group title={t('Compare')}>
      <ChoiceSelect
        id="compared"
        labelText={t('Which difference')}
        value={chosen}
        choices={choices}
        change={setChosen}
      />
      <Loaded resource={difference} small>
        {({ patch }) => (patch === '' ? <p>{t('The documents are the same.')}</p> : <PatchView patch={patch} />)}
      </Loaded>
    </Group>
  )
}

function DocumentDialog({ revision, file, close }: { revision: string; file: string; close(): void }) {
  const query = { file }
  const text = usePortalResource('GET /configuration/revisions/:revision/document', { revision }, { query })
  return (
    <Dialog title={file} size="lg" cancel={t('Close')} close={close}>
      <Loaded resource={text}>{(value) => <CopyableBlock text={value.text} label={file} />}</Loaded>
    </Dialog>
  )
}
