// Has the panels of a group's tabs there before a page is drawn, so that a test need not wait for each file of theirs.
import '#client/group/tabs/answers-panel.tsx'
import '#client/group/tabs/roles-panel.tsx'
import '#client/group/tabs/settings-panel.tsx'
import '#client/group/tabs/waiting-panel.tsx'
