/** The properties of an object, which the user can change with ALTER. */
import { runCommand } from '../api/mqsc.ts'
import { PropertiesPanel } from '../properties/properties-panel.tsx'
import { findObjectType, type ObjectRow, type ObjectScreen } from '../screens/object-screen.ts'

import { mayChange } from '../session/object-rights.ts'
import { useSession } from '../session/session.tsx'

export interface ObjectPropertiesProps {
  manager: string
  screen: ObjectScreen
  row: ObjectRow
  changed(): void
}

export function ObjectProperties({ manager, screen, row, changed }: ObjectPropertiesProps) {
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
