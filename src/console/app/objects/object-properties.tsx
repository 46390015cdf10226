/** The properties of an object of a list, altered by ALTER. */
import { run } from '../api/mqsc.ts'
import { PropertiesPanel } from '../properties/properties-panel.tsx'
import { type ObjectScreen, type Row, typeOf } from './screen.ts'

export interface ObjectPropertiesProps {
  manager: string
  screen: ObjectScreen
  row: Row
  changed(): void
}

export function ObjectProperties({ manager, screen, row, changed }: ObjectPropertiesProps) {
  const type = typeOf(screen, row.type)
  return (
    <PropertiesPanel
      kind={screen.kind}
      type={row.type}
      current={row.attributes}
      alter={(attributes) =>
        run(manager, {
          command: 'alter',
          qualifier: type?.qualifier ?? screen.qualifier,
          name: row.name,
          parameters: { ...type?.parameters, ...attributes },
        })
      }
      saved={changed}
    />
  )
}
