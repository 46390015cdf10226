/**
 * What does not keep the rules of the architecture yet. These lists only become shorter: the test prints the entries
 * that it no longer needs.
 */

/** Folders that import each other in a ring. */
export const folderRings: readonly (readonly string[])[] = []

/** Files that other modules load by `import()` past the index of their module, so that no other code of it is loaded. */
export const deferredEntries: readonly string[] = [
  'gateway/runtime/documents/open-documents.ts',
  'gateway/runtime/gateway/start-gateway.ts',
  'mq/cli/host/host-commands.ts',
  'mq/cli/host/without-host.ts',
  'shared/process/listening/check-tls-files.ts',
  'gateway/runtime/loading/application-loader.ts',
  'gateway/runtime/applications/stored-applications.ts',
  'sandbox/run/sandbox.ts',
  'shared/security/secret-hash.ts',
  'gateway/telemetry/audit/audit.ts',
]

/** Values that are exported for tests, which the product does not import. */
export const exportsForTests: readonly string[] = [
  'gateway/config/text/yaml.ts parseWithYamlLibrary',
  'gateway/data-plane/call/message-observer.ts maxKeptBodyBytes',
  'gateway/data-plane/errors/gateway-errors.ts gatewayErrors',
  'gateway/data-plane/response/deprecation-headers.ts renderDeprecationHeaders',
  'gateway/parts/portal/pages/try/token/token-request.ts buildTokenRequestForm',
  'gateway/runtime/loading/shorten-report.ts maxReportedApplications',
  'gateway/runtime/loading/shorten-report.ts maxReportedChanges',
  'gateway/runtime/loading/shorten-report.ts maxReportedProblems',
  'mq/cli/main.ts main',
  'mq/cli/programs/amqsput-and-amqsget.ts buildAmqsget',
  'mq/cli/programs/sample-frame.ts buildAmqssub',
  'mq/manager/persistence/message-bodies.ts minFileBodyBytes',
  'mq/manager/store/sqlite/reserve.ts reserveBytes',
  'mq/parts/console/rest/queue-health.ts estimateMinutesToFull',
  'mq/parts/console/state/sampler.ts seriesFileName',
  'mq/parts/database/store/load-copy.ts messagePageQuery',
  'mq/parts/file-transfer/engine/monitors/substitute-variables.ts substituteItem',
  'mq/parts/file-transfer/engine/monitors/substitute-variables.ts substituteVariables',
  'mq/parts/file-transfer/engine/schedules/find-next-start.ts findStartTime',
  'mq/web/context/rest-dialect.ts restV3',
  'mq/web/context/rest-dialect.ts vendormqDialect',
  'shared/http/message/header-lines.ts createDateLine',
  'shared/http/openapi/openapi-document.ts toOpenApiPath',
  'shared/process/data/data-layout.ts dataLayout',
  'shared/security/secret-verifier.ts openSecretVerifier',
  'shared/ui/body/body-formats.ts indentXml',
  'shared/ui/body/body-formats.ts renderHexDump',
]

/** Functions that are too long: path and name. */
export const longFunctions: readonly string[] = [
  'gateway/config/load/config-loader.ts openConfigLoader',
  'gateway/data-plane/gateway.ts buildGateway',
  'gateway/oauth/keys/signing-key-manager.ts openSigningKeyManager',
  'gateway/oauth/keys/signing-keys.ts openSigningKeys',
  'gateway/oauth/keys/supplied-keys.ts openSuppliedKeys',
  'gateway/oauth/state/change-poller.ts openChangePoller',
  'gateway/oauth/state/revocations.ts openRevocations',
  'gateway/oauth/tokens/verify-access-token.ts buildVerifyAccessToken',
  'gateway/parts/applications/application-edits.ts openApplicationEdits',
  'gateway/parts/portal/host/documents/document-editor.ts openDocumentEditor',
  'gateway/parts/portal/mail/account-mail.ts buildAccountMail',
  'gateway/parts/portal/pages/try/token/token-form.tsx TokenForm',
  'gateway/parts/portal/routes.ts buildRoutes',
  'gateway/parts/portal/session/account-handlers.ts buildAccountHandlers',
  'gateway/runtime/app/gateway-instance.ts openGatewayInstance',
  'gateway/runtime/gateway/start-gateway.ts startGateway',
  'gateway/runtime/loading/loader.ts openLoader',
  'gateway/runtime/loading/reload.ts reloadOnChange',
  'gateway/runtime/rpc/rpc-channel.ts openRpcChannel',
  'gateway/runtime/workers/primary.ts startWorkers',
  'gateway/runtime/workers/worker-pool.ts startWorkerPool',
  'gateway/telemetry/telemetry.ts openTelemetry',
  'gateway/telemetry/usage/usage-counter.ts openUsageCounter',
  'mq/parts/console/pages/dashboards/dashboards-page.tsx DashboardsPage',
  'mq/parts/console/pages/layout/layout-model.ts createLayoutModel',
  'mq/parts/console/pages/messages/messages-panel.tsx MessagesPanel',
  'mq/parts/console/pages/mqsc/command-prompt.tsx CommandPrompt',
  'mq/parts/console/pages/mqsc/mqsc-page.tsx MqscPage',
  'mq/parts/console/pages/table/object-table.tsx ObjectTable',
  'mq/parts/database/forwarding/request-forwarder.ts openRequestForwarder',
  'mq/web/security/registries/ldap.ts openLdapRegistry',
  'mq/web/server.ts openMqwebServer',
  'shared/http/inbound/connection-limits.ts openConnectionLimits',
  'shared/http/listener/listener.ts openListener',
  'shared/lib/postgres/postgres-connection.ts openPostgresConnection',
  'shared/registries/local/local-registry.ts open',
  'shared/security/attempt-window.ts openAttemptWindow',
  'shared/storage/copy/copied-store.ts openCopiedStore',
  'shared/storage/counter-breaker.ts buildCounterBreaker',
  'shared/storage/memory-store.ts openMemoryStore',
  'shared/storage/postgres/postgres-store.ts openPostgresStore',
  'shared/storage/postgres/schema.ts statements',
  'shared/storage/redis/redis-counters.ts openRedisCounters',
  'shared/storage/sqlite/sqlite-store.ts openSqliteStore',
  'shared/ui/charts/chart.tsx Chart',
  'shared/ui/feedback/dialog.tsx Dialog',
  'shared/ui/feedback/use-resource.ts useResource',
]

/** Imports that point the wrong way: from a core into a part, from part to part, from shared upward. */
export const importsToTurn: readonly string[] = []

/** Imports past the `index.ts` of a room of the same or another house. */
export const importsPastIndex: readonly string[] = []

/** Files that import each other in a ring. */
export const fileRings: readonly (readonly string[])[] = []
