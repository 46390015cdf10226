export { registerBuildMetrics } from './build-metrics.ts'
export { openCertificateMetrics } from './certificate-metrics.ts'
export { registerProcessMetrics } from './process-metrics.ts'
export { openReloadMetrics } from './reload-metrics.ts'
