/** Shows why the dashboards are not stored: another page stored a newer version, or the server does not respond. */
import { Button, InlineNotification } from '@carbon/react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useLayout } from '../layout/layout-provider.tsx'
import { dashboardTexts as texts } from '../wording/dashboard-texts.ts'

export function LayoutConflict() {
  const { problem, conflict, reload, overwrite } = useLayout()
  if (!conflict) return problem ? <ErrorNotice text={problem} again={() => void overwrite()} /> : null
  return (
    <div className="dashboard__conflict">
      <InlineNotification
        kind="warning"
        lowContrast
        hideCloseButton
        role="alert"
        title={texts.conflictTitle}
        subtitle={texts.conflictText}
      />
      <Button size="sm" kind="tertiary" onClick={() => void reload()}>
        {texts.useStored}
      </Button>
      <Button size="sm" kind="ghost" onClick={() => void overwrite()}>
        {texts.overwrite}
      </Button>
    </div>
  )
}
