// Where the gallery of parts starts: a page of its own at /dev/ui, so that no page of the product loads any of it.
import { createRoot } from 'react-dom/client'
import '../style.css'
import { applyTheme } from '#client/ui/actions/theme.ts'
import { Gallery } from '#client/ui/gallery/gallery.tsx'

applyTheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
