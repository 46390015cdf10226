/** The usage of an application over months, and its export. */

import { Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { Download } from '@carbon/react/icons'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { buildResourceUrl, requestResource } from '../api/client.ts'

const months = 13

export function MonthUsage({ application }: { application: string }) {
  const { value, problem, reload } = useResource(application, (signal) =>
    requestResource('GET /applications/:application/months', { application }, { query: { months }, signal }),
  )
  return (
    <section className="group" aria-labelledby="by-month">
      <h2 className="group__title" id="by-month">
        {t('By month')}
      </h2>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {value && (
        <>
          <ScrollRegion label={t('Calls by month')}>
            <Table size="md" aria-label={t('Calls by month')}>
              <TableHeaderRow
                titles={[t('Month'), 'API', t('Plan'), t('Calls'), t('Refused'), t('Errors'), t('Tokens')]}
              />
              <TableBody>
                {value.toReversed().map(({ month, api, plan, calls, refusals, errors, tokens }) => (
                  <TableRow key={`${month} ${api} ${plan}`}>
                    <TableCell>{month}</TableCell>
                    <TableCell>{api}</TableCell>
                    <TableCell>{plan}</TableCell>
                    {Object.entries({ calls, refusals, errors, tokens }).map(([measure, count]) => (
                      <TableCell key={measure} className="list__number">
                        {formatNumber(count)}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </ScrollRegion>
          {value.length === 0 && <p className="list__empty">{t('It has called nothing in the last months.')}</p>}
          <p className="downloads">
            <a
              className="cds--link"
              download
              href={buildResourceUrl(`applications/${encodeURIComponent(application)}/usage.csv?months=${months}`)}
            >
              <Download /> {t('Days as CSV')}
            </a>
          </p>
        </>
      )}
    </section>
  )
}
