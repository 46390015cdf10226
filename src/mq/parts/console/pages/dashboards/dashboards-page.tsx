/** The dashboards of the user: one tab for each, with its widgets. */
import '@carbon/styles/scss/components/tabs/_index.scss'
import '@carbon/styles/scss/components/file-uploader/_index.scss'
import '../../kit/styles/work.scss'
import '../styles/dashboards.scss'
import { Button, FileUploaderButton, InlineNotification, Tab, TabList, TabPanel, TabPanels, Tabs } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { type ChangeEvent, useState } from 'react'
import { ActionButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { LoadingIndicator } from '../../../../../shared/ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useNotifications } from '../../../../../shared/ui/feedback/notifications.tsx'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { Dashboard, Widget } from '../../contract/layout.ts'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { ChartRangeProvider, RangePicker } from '../charts/chart-range.tsx'
import { useLayout } from '../layout/layout-provider.tsx'
import {
  addDashboard,
  changeDashboard,
  copyDashboard,
  createId,
  maxDashboards,
  maxWidgets,
  putWidget,
  removeDashboard,
} from './arrange-widgets.ts'
import { buildChart } from './build-starter.ts'
import { parseDashboardFile } from './dashboard-file.ts'
import { DashboardGrid } from './dashboard-grid.tsx'
import { DashboardMenu } from './dashboard-menu.tsx'
import { StarterDashboard } from './starter-dashboard.tsx'
import { WidgetDialog } from './widget-dialog.tsx'

export default function DashboardsPage({ dashboard: wanted }: { dashboard: string | undefined }) {
  const { layout, problem, change, reload } = useLayout()
  const [widget, setWidget] = useState<Widget>()
  const notify = useNotifications()

  if (!layout) return problem ? <ErrorNotice text={problem} again={() => void reload()} /> : <LoadingIndicator />
  const { dashboards } = layout
  const place = dashboards.findIndex(({ id }) => id === wanted)
  const index = Math.max(0, place)
  const shown = dashboards[index]
  const isFull = dashboards.length >= maxDashboards

  function add(dashboard: Dashboard) {
    change((before) => addDashboard(before, dashboard))
    navigate(buildHashLink('dashboards', dashboard.id))
  }

  function changeShown(update: (dashboard: Dashboard) => Dashboard) {
    if (shown) change((before) => changeDashboard(before, shown.id, update))
  }

  async function importFile({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    try {
      const dashboard = parseDashboardFile(await file.text())
      add(dashboard)
      notify('success', t('Dashboard imported'), dashboard.title)
    } catch (error) {
      notify('error', t('{file} is not a dashboard', { file: file.name }), (error as Error).message)
    }
    target.value = '' // the same file can be selected again
  }

  return (
    <ChartRangeProvider>
      <ManagerPageHeader title={t('Dashboards')}>
        <span className="page__tools">
          {shown && (
            <ActionButton
              size="md"
              renderIcon={Add}
              reason={shown.widgets.length >= maxWidgets && tooMany}
              onClick={() => setWidget(createDraft())}
            >
              {t('Add widget')}
            </ActionButton>
          )}
          <ActionButton
            size="md"
            kind="tertiary"
            reason={isFull && tooMany}
            onClick={() => add({ id: createId(), title: t('My dashboard'), widgets: [] })}
          >
            {t('Add dashboard')}
          </ActionButton>
          {!isFull && (
            <FileUploaderButton
              buttonKind="ghost"
              size="md"
              labelText={t('Import')}
              accept={['.json']}
              disableLabelChanges
              onChange={(event) => void importFile(event)}
            />
          )}
        </span>
      </ManagerPageHeader>
      <LayoutConflict />
      {!shown && <StarterDashboard add={add} />}
      {shown && (
        <Tabs
          selectedIndex={index}
          onChange={({ selectedIndex }) =>
            navigate(buildHashLink('dashboards', dashboards[selectedIndex]?.id), { replace: true })
          }
        >
          <div className="dashboard__tabs">
            <TabList aria-label={t('Dashboards')}>
              {dashboards.map(({ id, title }) => (
                <Tab key={id}>{title}</Tab>
              ))}
            </TabList>
            <RangePicker />
            <DashboardMenu
              dashboard={shown}
              rename={(title) => changeShown((before) => ({ ...before, title }))}
              duplicate={() => add(copyDashboard(shown, t('Copy of {title}', { title: shown.title })))}
              remove={() => change((before) => removeDashboard(before, shown.id))}
            />
          </div>
          <TabPanels>
            {dashboards.map((dashboard) => (
              <TabPanel key={dashboard.id} className="dashboard__panel">
                {dashboard === shown && shown.widgets.length === 0 && (
                  <p className="list__empty">{t('This dashboard has no widgets yet.')}</p>
                )}
                {dashboard === shown && <DashboardGrid dashboard={shown} change={changeShown} configure={setWidget} />}
              </TabPanel>
            ))}
          </TabPanels>
        </Tabs>
      )}
      {widget && (
        <WidgetDialog
          widget={widget}
          isNew={!shown?.widgets.some(({ id }) => id === widget.id)}
          save={(saved) => changeShown((before) => putWidget(before, saved))}
          close={() => setWidget(undefined)}
        />
      )}
    </ChartRangeProvider>
  )
}

function createDraft(): Widget {
  return { ...buildChart('depth', '', { name: '', manager: '' }), id: createId(), kind: 'queues' }
}

/** Shows why the dashboards are not stored: another page stored a newer version, or the server does not respond. */
function LayoutConflict() {
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

const tooMany = t('There can be at most 20 dashboards of 24 widgets each.')
