// Where the gallery of parts starts: a page of its own at /dev/ui, so that no page of the product loads any of it.
import { createRoot } from 'react-dom/client'
import '../style.css'
import { Gallery } from '../ui/gallery.tsx'
import { applyTheme } from '../ui/theme.ts'

applyTheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
