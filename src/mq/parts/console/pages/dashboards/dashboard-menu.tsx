/** The menu of a dashboard: rename, duplicate, export and delete. */
import { OverflowMenu, OverflowMenuItem } from '@carbon/react'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../../shared/ui/feedback/action-dialog.tsx'
import { downloadFile } from '../../../../../shared/ui/files/download-file.ts'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { Dashboard } from '../../contract/layout.ts'
import { maxTitleLength } from './arrange-widgets.ts'
import { renderDashboardFile } from './dashboard-file.ts'

export interface DashboardMenuProps {
  dashboard: Dashboard
  rename(title: string): void
  duplicate(): void
  remove(): void
}

export function DashboardMenu({ dashboard, rename, duplicate, remove }: DashboardMenuProps) {
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const { title } = dashboard
  const label = t('Actions for the dashboard {title}', { title })
  const close = () => setAsked(undefined)

  return (
    <>
      <OverflowMenu flipped size="md" aria-label={label} iconDescription={label}>
        <OverflowMenuItem itemText={t('Rename')} onClick={() => setAsked('rename')} />
        <OverflowMenuItem itemText={t('Duplicate')} onClick={duplicate} />
        <OverflowMenuItem
          itemText={t('Export')}
          onClick={() =>
            downloadFile(`${title}.json`, new Blob([renderDashboardFile(dashboard)], { type: 'application/json' }))
          }
        />
        <OverflowMenuItem hasDivider isDelete itemText={t('Delete')} onClick={() => setAsked('delete')} />
      </OverflowMenu>
      {asked === 'rename' && <RenameDialog title={title} rename={rename} close={close} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={t('Delete the dashboard {title}', { title })}
          action={t('Delete')}
          text={t('The dashboard and the arrangement of its widgets are deleted. Queues and messages stay.')}
          run={remove}
          close={close}
        />
      )}
    </>
  )
}

type RenameDialogProps = { title: string; rename(title: string): void; close(): void }

function RenameDialog({ title, rename, close }: RenameDialogProps) {
  const form = useForm('dashboard', { title }, (draft) => [
    {
      name: 'title',
      label: t('Title'),
      missing: draft.title.trim() === '' ? t('Enter a title.') : undefined,
      attributes: { maxLength: maxTitleLength },
    },
  ])
  return (
    <FormDialog
      size="sm"
      form={form}
      title={t('Rename')}
      action={t('Save')}
      run={() => rename(form.draft.title.trim())}
      close={close}
    />
  )
}
