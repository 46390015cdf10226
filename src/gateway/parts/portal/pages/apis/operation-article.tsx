/** Shows one operation: its head, then its reference or Try it. */
import { Tag } from '@carbon/react'
import { isJsonObject } from '../../../../../shared/lib/collections/json-object.ts'
import { Copy, CopyableText } from '../../../../../shared/ui/body/copyable-text.tsx'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { PageTabs } from '../../../../../shared/ui/shell/page-tabs.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiView, ContentView, OperationView, ParameterView, SchemaView } from '../../rest/index.ts'
import { buildApiLink } from '../routing/page-route.ts'
import { Markdown } from '../text/markdown.tsx'
import { MethodTag, StatusTag } from '../text/method-tag.tsx'
import { describeRequirement } from '../try/api-request.ts'
import { listOperationErrors } from './operation-errors.ts'
import { SchemaTree } from './schema-tree.tsx'

type OperationProps = { api: ApiView; operation: OperationView }

/** Documents an operation: its security, parameters, body and responses. */
function OperationReference({ api, operation }: OperationProps) {
  const { parameters, body, responses, security, authorizationDetails: details } = operation
  return (
    <>
      <Group level={3} title={t('Security')}>
        <Security security={security} />
        {details !== undefined && (
          <p>{t('The access token needs the authorization details {details}.', { details })}</p>
        )}
      </Group>
      {parameters.length > 0 && (
        <Group level={3} title={t('Parameters')}>
          <ul>
            {parameters.map((each) => (
              <li key={`${each.in} ${each.name}`} className="parameter">
                <Parameter parameter={each} api={api} />
              </li>
            ))}
          </ul>
        </Group>
      )}
      {body && (
        <Group level={3} title={body.required ? t('Body') : t('Body (optional)')}>
          <Markdown text={body.description} />
          <BodyContents contents={body.content} schemas={api.schemas} />
        </Group>
      )}
      <Group level={3} title={t('Responses')}>
        {responses.map(({ status, description, content }) => (
          <section key={status} className="answer-form" aria-label={t('Response {status}', { status })}>
            <h4>
              <StatusTag status={status} />
            </h4>
            <Markdown text={description} />
            <BodyContents contents={content} schemas={api.schemas} />
          </section>
        ))}
        {responses.length === 0 && <p>{t('The document of the API describes no responses.')}</p>}
      </Group>
      {api.enforced && (
        <Group level={3} title={t('What can go wrong')}>
          <ul className="links">
            {listOperationErrors(api, operation).map(({ status, cause, remedy }) => (
              <li key={`${status} ${cause}`} className="failure">
                <StatusTag status={status} />
                <span>
                  {cause}
                  <span className="list__note">{remedy}</span>
                </span>
              </li>
            ))}
          </ul>
        </Group>
      )}
    </>
  )
}

function Security({ security }: Pick<OperationView, 'security'>) {
  if (security.length === 0) return <p>{t('None: the operation is open to everyone.')}</p>
  return (
    <ul className="links">
      {security.map((requirement, index) => (
        <li key={describeRequirement(requirement)}>
          {index > 0
            ? t('or {requirement}', { requirement: describeRequirement(requirement) })
            : describeRequirement(requirement)}
        </li>
      ))}
    </ul>
  )
}

function Parameter({ parameter, api }: { parameter: ParameterView; api: ApiView }) {
  const { name, in: location, required, description, schema } = parameter
  const own = schema === undefined ? undefined : api.schemas[schema]?.schema
  const isInSchema = isJsonObject(own) && own.description === description // Swagger 2.0
  return (
    <>
      <p className="schema__head">
        <code className="schema__name">{name}</code>
        <span className="schema__type">
          {t(
            '{place, select, path {in the path} query {in the query} header {in a header} cookie {in a cookie} other {in {place}}}',
            { place: location },
          )}
        </span>
        {required && <span className="schema__required">{t('required')}</span>}
      </p>
      {!isInSchema && <Markdown text={description} />}
      {schema !== undefined && <SchemaTree index={schema} schemas={api.schemas} />}
    </>
  )
}

type BodyContentsProps = { contents: readonly ContentView[]; schemas: readonly SchemaView[] }

function BodyContents({ contents, schemas }: BodyContentsProps) {
  return contents.map(({ type, schema }) => (
    <div key={type}>
      <p className="content__type">
        <code>{type}</code>
      </p>
      {schema !== undefined && <SchemaTree index={schema} schemas={schemas} />}
    </div>
  ))
}

const TryPanel = lazyPart(() => import('../try/try-panel.tsx'))

const tabs = [
  ['reference', t('Reference')],
  ['try', t('Try it')],
] as const

export function OperationArticle({ api, operation, tab }: OperationProps & { tab: string | undefined }) {
  const { id, method, path, summary, description, deprecated } = operation
  return (
    <article aria-label={id}>
      <h2 className="api__title">
        {summary ?? `${method} ${path}`}
        {deprecated && <Tag type="magenta">{t('deprecated')}</Tag>}
        <Copy
          text={new URL(buildApiLink(api.reference, id), document.baseURI).href}
          label={t('Link to the operation')}
        />
      </h2>
      <p className="api__call">
        <MethodTag method={method} />
        <CopyableText text={`${api.server}${path}`} label={t('URL of the operation')} />
      </p>
      {description !== summary && <Markdown text={description} />}
      <PageTabs
        label={t('About {id}', { id })}
        tabs={tabs}
        selected={tab}
        select={(key) => navigate(buildApiLink(api.reference, id, key), { replace: true })}
      >
        {(key) =>
          key === 'try' ? (
            <TryPanel api={api} operation={operation} />
          ) : (
            <OperationReference api={api} operation={operation} />
          )
        }
      </PageTabs>
    </article>
  )
}
