// The entry of `npm run backup`, `restore` and `import`; where only the build is, in the image: node dist/server/backup.js backup <file>
import { runCommand } from './commands.ts'

process.umask(0o077) // what is restored is nobody else's on this machine, whoever made its folder
process.exitCode = await runCommand(process.argv.slice(2))
