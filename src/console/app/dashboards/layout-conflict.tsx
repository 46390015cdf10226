/** Shows why the dashboards are not stored: another page stored a newer version, or the server does not respond. */
import { Button, InlineNotification } from '@carbon/react'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { t } from '../../../ui/text/t.ts'
import { useLayout } from '../layout/layout-provider.tsx'

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
        title={t('The dashboards were changed on another page.')}
        subtitle={t('The changes of this page are not stored.')}
      />
      <Button size="sm" kind="tertiary" onClick={() => void reload()}>
        {t('Show the stored version')}
      </Button>
      <Button size="sm" kind="ghost" onClick={() => void overwrite()}>
        {t('Store the version of this page')}
      </Button>
    </div>
  )
}
