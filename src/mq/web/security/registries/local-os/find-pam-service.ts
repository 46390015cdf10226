/** Chooses the PAM service when the settings name none. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders in which Linux-PAM looks for the file of a service. */
const folders = ['/etc/pam.d', '/usr/lib/pam.d']

/** The services in the order of preference. PAM uses `other` for every service without a file. */
const services = ['sluice', 'login', 'other']

/** Returns the first service that has a file, or `other`. */
export async function findPamService(searched: readonly string[] = folders): Promise<string> {
  for (const service of services) {
    for (const folder of searched) {
      const exists = await access(join(folder, service)).then(
        () => true,
        () => false,
      )
      if (exists) return service
    }
  }
  return 'other'
}
