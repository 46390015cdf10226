/** The configuration of a queue manager: its own properties, and who may do what with it. */
import { Layer, Tab, TabList, TabPanel, TabPanels, Tabs } from '@carbon/react'

import { Problem } from '../../../ui/feedback/problem.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { Waiting } from '../../../ui/feedback/waiting.tsx'
import { type Attributes, display, run } from '../api/mqsc.ts'
import AuthorityPanel from '../authority/authority-panel.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { PropertiesPanel } from './properties-panel.tsx'

export default function ConfigurationPage({ manager }: { manager: string }) {
  const { value, problem, reload } = useResource(manager, (signal) => load(manager, signal))

  return (
    <>
      <PageHead manager={manager} title="Configuration" />
      {problem && <Problem text={problem} again={reload} />}
      {!value && !problem && <Waiting />}
      {value && (
        <Tabs>
          <TabList aria-label="Configuration" contained>
            <Tab>Properties</Tab>
            <Tab>Authority records</Tab>
          </TabList>
          <TabPanels>
            <TabPanel>
              <Layer>
                <PropertiesPanel
                  kind="qmgr"
                  type="QMGR"
                  current={value}
                  alter={(parameters) => run(manager, { command: 'alter', qualifier: 'qmgr', parameters })}
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

async function load(manager: string, signal: AbortSignal): Promise<Attributes> {
  const [first] = await display(manager, { qualifier: 'qmgr', responseParameters: ['all'] }, signal)
  return first?.parameters ?? {}
}
