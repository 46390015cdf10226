export { limitContent } from './call-log/limit-content.ts'
export { openTelemetry, type Telemetry, type TelemetryDeps } from './telemetry.ts'
