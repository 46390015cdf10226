/** The configuration page of a queue manager: its properties and its authority records. */
import { useState } from 'react'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { PageTabs } from '../../../../../shared/ui/shell/page-tabs.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { displayObjects, type ObjectAttributes, runCommand } from '../../kit/api/mqsc.ts'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import AuthorityPanel from '../authority/authority-panel.tsx'
import PropertiesPanel from './properties-panel.tsx'

const tabs = [
  ['properties', t('Properties')],
  ['authority', t('Authority records')],
] as const

export default function ConfigurationPage({ manager }: { manager: string }) {
  const [tab, setTab] = useState<string>()
  const configuration = useResource(manager, (signal) => load(manager, signal))

  return (
    <>
      <ManagerPageHeader manager={manager} title={t('Configuration')} />
      <Loaded resource={configuration}>
        {(value) => (
          <PageTabs contained label={t('Configuration')} tabs={tabs} selected={tab} select={setTab}>
            {(key) =>
              key === 'authority' ? (
                <AuthorityPanel manager={manager} objectType="QMGR" />
              ) : (
                <PropertiesPanel
                  manager={manager}
                  kind="qmgr"
                  type="QMGR"
                  current={value}
                  alter={(parameters) => runCommand(manager, { command: 'alter', qualifier: 'qmgr', parameters })}
                  saved={configuration.reload}
                />
              )
            }
          </PageTabs>
        )}
      </Loaded>
    </>
  )
}

async function load(manager: string, signal: AbortSignal): Promise<ObjectAttributes> {
  const [first] = await displayObjects(manager, { qualifier: 'qmgr', responseParameters: ['all'] }, signal)
  return first?.parameters ?? {}
}
