/** The configuration page of a queue manager: its properties and its authority records. */
import { Layer, Tab, TabList, TabPanel, TabPanels, Tabs } from '@carbon/react'

import '../styles/work.scss'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import { displayObjects, type ObjectAttributes, runCommand } from '../api/mqsc.ts'
import AuthorityPanel from '../authority/authority-panel.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { PropertiesPanel } from './properties-panel.tsx'

export default function ConfigurationPage({ manager }: { manager: string }) {
  const { value, problem, reload } = useResource(manager, (signal) => load(manager, signal))

  return (
    <>
      <ManagerPageHeader manager={manager} title={t('Configuration')} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <Tabs>
          <TabList aria-label={t('Configuration')} contained>
            <Tab>{t('Properties')}</Tab>
            <Tab>{t('Authority records')}</Tab>
          </TabList>
          <TabPanels>
            <TabPanel>
              <Layer>
                <PropertiesPanel
                  kind="qmgr"
                  type="QMGR"
                  current={value}
                  alter={(parameters) => runCommand(manager, { command: 'alter', qualifier: 'qmgr', parameters })}
                  saved={reload}
                />
              </Layer>
            </TabPanel>
            <TabPanel>
              <Layer>
                <AuthorityPanel manager={manager} objectType="QMGR" />
              </Layer>
            </TabPanel>
          </TabPanels>
        </Tabs>
      )}
    </>
  )
}

async function load(manager: string, signal: AbortSignal): Promise<ObjectAttributes> {
  const [first] = await displayObjects(manager, { qualifier: 'qmgr', responseParameters: ['all'] }, signal)
  return first?.parameters ?? {}
}
