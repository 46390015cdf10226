/** A table of queue managers with their actions. */
import type { ManagerFacts } from '../../../contract/console/managers.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { buildManagerLink } from '../routing/page-route.ts'
import { ManagerMenu } from './manager-menu.tsx'
import { ManagerStateTag } from './manager-state-tag.tsx'

export interface ManagerTableProps {
  managers: readonly ManagerFacts[]
  /** Whether the table is a part of a page, and shows less. */
  small?: boolean
  changed(): void
}

const started: Column<ManagerFacts> = [t('Started'), (manager) => manager.started && formatDateTime(manager.started)]

export function ManagerTable({ managers, small = false, changed }: ManagerTableProps) {
  return (
    <DataTable
      small={small}
      label={t('Queue managers')}
      rows={managers}
      keyOf={({ name }) => name}
      columns={[
        [
          t('Name'),
          ({ name, isDefault }) => (
            <>
              <a className="cds--link list__name" href={buildManagerLink(name)}>
                {name}
              </a>
              {isDefault && <span className="list__note">{t('default')}</span>}
            </>
          ),
        ],
        [t('Status'), (manager) => <ManagerStateTag manager={manager} />],
        ...(small ? [] : [started]),
        [t('Connections'), ({ connectionCount }) => connectionCount],
      ]}
      actions={(manager) => <ManagerMenu manager={manager} changed={changed} />}
      empty={t('There are no queue managers yet.')}
    />
  )
}
