export { backUpData } from './back-up-data.ts'
export { BackupError, type BackupManifest, verifyBackup } from './backup-manifest.ts'
export { dumpStore, restoreStore } from './postgres-dump.ts'
export { restoreData } from './restore-data.ts'
