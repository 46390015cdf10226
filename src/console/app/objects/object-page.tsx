/** The page of one object, with tabs. */
import { Button, Layer, Tab, TabList, TabPanel, TabPanels, Tabs } from '@carbon/react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import '../styles/work.scss'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { t } from '../../../ui/text/t.ts'
import { runCommand } from '../api/mqsc.ts'
import { PropertiesPanel } from '../properties/properties-panel.tsx'
import { buildManagerLink, buildObjectLink } from '../routing/page-route.ts'
import { loadObjectRow, loadRestrictedRow } from '../screens/load-objects.ts'
import {
  findObjectType,
  isProtectedObject,
  type ObjectRow,
  type ObjectScreen,
  type ObjectTab as TabName,
} from '../screens/object-screen.ts'
import { mayChange, maySeeTab } from '../session/object-rights.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { sectionTitles } from '../shell/page-titles.ts'
import { DeleteDialog } from './delete-dialog.tsx'

const MessagesPanel = lazy(() => import('../messages/messages-panel.tsx'))
const StatisticsPanel = lazy(() => import('../charts/statistics-panel.tsx'))
const PublishPanel = lazy(() => import('../messages/publish-panel.tsx'))
const AuthorityPanel = lazy(() => import('../authority/authority-panel.tsx'))

const titles: Readonly<Record<TabName, string>> = {
  messages: t('Messages'),
  properties: t('Properties'),
  statistics: t('Statistics'),
  publish: t('Publish'),
  authority: t('Authority records'),
}

export interface ObjectPageProps {
  manager: string
  screen: ObjectScreen
  name: string
  tab: string | undefined
}

export default function ObjectPage({ manager, screen, name, tab }: ObjectPageProps) {
  const { rights } = useSession()
  const [deleting, setDeleting] = useState(false)
  const key = `${manager}/${screen.section}/${name}`
  const { value, problem, loading, reload } = useResource(key, async (signal) => ({
    row: await (rights.restricted ? loadRestrictedRow : loadObjectRow)(manager, screen, name, signal),
  }))
  const row = value?.row
  const list: [string, string] = [sectionTitles[screen.section], buildManagerLink(manager, screen.section)]

  return (
    <>
      <ManagerPageHeader manager={manager} list={list} title={name}>
        {row && <span className="page__type">{findObjectType(screen, row.type)?.title ?? row.type}</span>}
        {row && mayChange(rights, row, 'DLT') && !isProtectedObject(name) && (
          <Button size="md" kind="danger--ghost" onClick={() => setDeleting(true)}>
            {t('Delete')}
          </Button>
        )}
      </ManagerPageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && !row && !loading && (
        <ErrorNotice
          text={t('There is no {singular} {name} on {manager}.', {
            singular: screen.singular,
            name,
            manager,
          })}
          again={reload}
        />
      )}
      {row && <ObjectTabs manager={manager} screen={screen} row={row} tab={tab} changed={reload} />}
      {row && deleting && (
        <DeleteDialog
          manager={manager}
          screen={screen}
          row={row}
          close={() => setDeleting(false)}
          deleted={() => navigate(list[1], { replace: true })}
        />
      )}
    </>
  )
}

interface ObjectTabsProps {
  manager: string
  screen: ObjectScreen
  row: ObjectRow
  tab: string | undefined
  changed(): void
}

function ObjectTabs({ manager, screen, row, tab, changed }: ObjectTabsProps) {
  const { rights } = useSession()
  const names = screen.tabs(row).filter((each) => maySeeTab(rights, row, each))
  const selected = Math.max(0, names.indexOf(tab as TabName))

  const panels: Readonly<Record<TabName, () => ReactNode>> = {
    messages: () => <MessagesPanel manager={manager} row={row} />,
    properties: () => <ObjectProperties manager={manager} screen={screen} row={row} changed={changed} />,
    statistics: () => <StatisticsPanel manager={manager} row={row} />,
    publish: () => <PublishPanel manager={manager} topic={row} />,
    authority: () => <AuthorityPanel manager={manager} objectType={screen.authority ?? ''} name={row.name} />,
  }

  return (
    <Tabs
      selectedIndex={selected}
      onChange={({ selectedIndex }) =>
        navigate(buildObjectLink(manager, screen.section, row.name, names[selectedIndex]), { replace: true })
      }
    >
      <TabList aria-label={t('About {name}', { name: row.name })} contained>
        {names.map((name) => (
          <Tab key={name}>{titles[name]}</Tab>
        ))}
      </TabList>
      <TabPanels>
        {names.map((name, index) => (
          <TabPanel key={name}>
            {index === selected && (
              <Layer>
                <Suspense fallback={<LoadingIndicator />}>{panels[name]()}</Suspense>
              </Layer>
            )}
          </TabPanel>
        ))}
      </TabPanels>
    </Tabs>
  )
}

interface ObjectPropertiesProps {
  manager: string
  screen: ObjectScreen
  row: ObjectRow
  changed(): void
}

/** The properties of an object, which the user can change with ALTER. */
function ObjectProperties({ manager, screen, row, changed }: ObjectPropertiesProps) {
  const { rights } = useSession()
  const type = findObjectType(screen, row.type)
  return (
    <PropertiesPanel
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
