/** Every product of the catalog. */
import { Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'

import { Problem } from '../../../ui/feedback/problem.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { Waiting } from '../../../ui/feedback/waiting.tsx'
import { Head } from '../../../ui/shell/head.tsx'
import { Heads } from '../../../ui/table/heads.tsx'
import { ask } from '../api/client.ts'
import { toApi, toProduct } from '../routing/route.ts'

export default function ProductsPage() {
  const { value, problem, reload } = useResource('products', (signal) => ask('GET /products', {}, { signal }))

  return (
    <>
      <Head title="Products" />
      {problem && <Problem text={problem} again={reload} />}
      {!value && !problem && <Waiting />}
      {value && (
        <TableContainer className="list">
          <Table aria-label="Products">
            <Heads titles={['Product', 'Version', 'APIs', 'Plans']} />
            <TableBody>
              {value.map(({ name, version, title, deprecated, plans, apis }) => (
                <TableRow key={name}>
                  <TableCell>
                    <a className="cds--link list__name" href={toProduct(name)}>
                      {title}
                    </a>
                    {deprecated && <span className="list__note">deprecated</span>}
                  </TableCell>
                  <TableCell>{version}</TableCell>
                  <TableCell>
                    <ul>
                      {apis.map((api) => (
                        <li key={api.reference}>
                          <a className="cds--link list__name" href={toApi(api.reference)}>
                            {api.title}
                          </a>
                        </li>
                      ))}
                    </ul>
                  </TableCell>
                  <TableCell>{plans.map((plan) => plan.title).join(', ')}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {value.length === 0 && <p className="list__empty">Nothing is published here yet.</p>}
        </TableContainer>
      )}
    </>
  )
}
