/** The page of one object, with tabs. */
import type { ReactNode } from 'react'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import { DialogButton } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { PageTabs } from '../../../../../shared/ui/shell/page-tabs.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { runCommand } from '../../kit/api/mqsc.ts'
import { buildManagerLink, buildObjectLink, sectionTitles } from '../../kit/routing/page-route.ts'
import { mayChange, maySeeTab } from '../../kit/session/rights.ts'
import { useSession } from '../../kit/session/session.tsx'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { findObjectScreen } from '../screens/index.ts'
import { loadObjectRow, loadRestrictedRow } from '../screens/load-objects.ts'
import {
  findObjectType,
  isProtectedObject,
  type ObjectRow,
  type ObjectScreen,
  type ObjectTab as TabName,
} from '../screens/object-screen.ts'
import { QueueState } from './queue-state.tsx'

const ChannelPanel = lazyPart(() => import('./channel-panel.tsx'))
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'))
const PropertiesPanel = lazyPart(() => import('../properties/properties-panel.tsx'))
const MessagesPanel = lazyPart(() => import('../messages/messages-panel.tsx'))
const StatisticsPanel = lazyPart(() => import('../charts/statistics-panel.tsx'))
const PublishPanel = lazyPart(() => import('../messages/publish-panel.tsx'))
const AuthorityPanel = lazyPart(() => import('../authority/authority-panel.tsx'))

const titles: Readonly<Record<TabName, string>> = {
  channel: t('Status'),
  messages: t('Messages'),
  properties: t('Properties'),
  statistics: t('Statistics'),
  publish: t('Publish'),
  authority: t('Authority records'),
}

type ObjectPageProps = { manager: string; section: string; name: string; tab: string | undefined }

export default function ObjectPage({ manager, section, name, tab }: ObjectPageProps) {
  const screen = findObjectScreen(section)
  const { rights } = useSession()
  const key = `${manager}/${screen.section}/${name}`
  const resource = useResource(key, async (signal) => ({
    row: await (rights.restricted ? loadRestrictedRow : loadObjectRow)(manager, screen, name, signal),
  }))
  const { loading, reload } = resource
  const row = resource.value?.row
  const frame = (tabs: ReactNode) =>
    row?.type === 'QLOCAL' && !rights.restricted ? (
      <QueueState manager={manager} screen={screen} row={row}>
        {tabs}
      </QueueState>
    ) : (
      tabs
    )
  const list: [string, string] = [sectionTitles[screen.section], buildManagerLink(manager, screen.section)]

  return (
    <>
      <ManagerPageHeader manager={manager} list={list} title={name}>
        {row && <span className="quiet">{findObjectType(screen, row.type)?.title ?? row.type}</span>}
        {row && mayChange(rights, row, 'DLT') && !isProtectedObject(name) && (
          <DialogButton
            size="md"
            kind="danger--ghost"
            dialog={(close) => (
              <DeleteDialog
                manager={manager}
                screen={screen}
                row={row}
                close={close}
                deleted={() => navigate(list[1], { replace: true })}
              />
            )}
          >
            {t('Delete')}
          </DialogButton>
        )}
      </ManagerPageHeader>
      <Loaded resource={resource}>
        {() =>
          row
            ? frame(<ObjectTabs manager={manager} screen={screen} row={row} tab={tab} changed={reload} />)
            : !loading && (
                <ErrorNotice
                  text={t('There is no {singular} {name} on {manager}.', { singular: screen.singular, name, manager })}
                  again={reload}
                />
              )
        }
      </Loaded>
    </>
  )
}

type ObjectPropertiesProps = { manager: string; screen: ObjectScreen; row: ObjectRow; changed(): void }
type ObjectTabsProps = ObjectPropertiesProps & { tab: string | undefined }

function ObjectTabs({ tab, ...object }: ObjectTabsProps) {
  const { manager, screen, row } = object
  const { rights } = useSession()
  const names = screen.tabs(row).filter((each) => maySeeTab(rights, row, each))
  const panels: Readonly<Record<TabName, () => ReactNode>> = {
    channel: () => <ChannelPanel manager={manager} screen={screen} row={row} />,
    messages: () => <MessagesPanel manager={manager} row={row} />,
    properties: () => <ObjectProperties {...object} />,
    statistics: () => <StatisticsPanel manager={manager} row={row} />,
    publish: () => <PublishPanel manager={manager} topic={row} />,
    authority: () => <AuthorityPanel manager={manager} objectType={screen.authority ?? ''} name={row.name} />,
  }

  return (
    <PageTabs
      contained
      label={t('About {name}', { name: row.name })}
      tabs={names.map((name) => [name, titles[name]])}
      selected={tab}
      select={(name) => navigate(buildObjectLink(manager, screen.section, row.name, name), { replace: true })}
    >
      {(name) => panels[name]()}
    </PageTabs>
  )
}

/** The properties of an object, which the user can change with ALTER. */
function ObjectProperties({ manager, screen, row, changed }: ObjectPropertiesProps) {
  const { rights } = useSession()
  const type = findObjectType(screen, row.type)
  return (
    <PropertiesPanel
      manager={manager}
      kind={screen.kind}
      type={row.type}
      current={row.attributes}
      alter={(attributes) =>
        runCommand(manager, {
          command: 'alter',
          qualifier: type?.qualifier ?? screen.qualifier,
          name: row.name,
          parameters: { ...type?.parameters, ...attributes },
        })
      }
      saved={changed}
      isEditable={mayChange(rights, row, 'CHG')}
    />
  )
}
