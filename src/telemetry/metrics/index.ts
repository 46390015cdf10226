export { openCertificateMeters } from './certificate-metrics.ts'
export { measureProcess } from './process-metrics.ts'
export { openReloadMeters } from './reload-metrics.ts'
