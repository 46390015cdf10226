/** The menu of a dashboard: rename, duplicate, export and delete. */
import { OverflowMenu, OverflowMenuItem, TextInput } from '@carbon/react'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import type { Dashboard } from '../api/layout.ts'
import { downloadText } from '../export/download-text.ts'
import { dashboardTexts as texts } from '../wording/dashboard-texts.ts'
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
  const close = () => setAsked(undefined)

  return (
    <>
      <OverflowMenu flipped size="md" aria-label={texts.actions(title)} iconDescription={texts.actions(title)}>
        <OverflowMenuItem itemText={texts.renameDashboard} onClick={() => setAsked('rename')} />
        <OverflowMenuItem itemText={texts.duplicateDashboard} onClick={duplicate} />
        <OverflowMenuItem
          itemText={texts.export}
          onClick={() => downloadText(`${title}.json`, 'application/json', renderDashboardFile(dashboard))}
        />
        <OverflowMenuItem hasDivider isDelete itemText={texts.deleteDashboard} onClick={() => setAsked('delete')} />
      </OverflowMenu>
      {asked === 'rename' && <RenameDialog title={title} rename={rename} close={close} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={texts.deleteQuestion(title)}
          action={texts.deleteDashboard}
          confirm={() => {
            close()
            remove()
          }}
          close={close}
        >
          <p className="dialog__text">{texts.deleteText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface RenameDialogProps {
  title: string
  rename(title: string): void
  close(): void
}

function RenameDialog({ title, rename, close }: RenameDialogProps) {
  const [text, setText] = useState(title)
  const [tried, setTried] = useState(false)
  const isMissing = text.trim() === ''

  function submit() {
    setTried(true)
    if (isMissing) return
    rename(text.trim())
    close()
  }

  return (
    <Dialog
      size="sm"
      title={texts.renameDashboard}
      action={texts.save}
      cancel={texts.cancel}
      submit={submit}
      close={close}
    >
      <TextInput
        id="dashboard-title"
        labelText={texts.dashboardTitle}
        maxLength={64}
        value={text}
        invalid={tried && isMissing}
        invalidText={texts.titleMissing}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  )
}
