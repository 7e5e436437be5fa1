/** Sections of the product's specification that requirements come from. */
type SpecificationSection =
  | 'After sign-in'
  | 'App shell'
  | 'Calls'
  | 'Edit SEO dialog'
  | 'Error catalogue'
  | 'Homepage design'
  | 'Screens'
  | 'States and transitions'
  | 'The device store'
  | 'The three themes and the preview'
  | 'Validation rules';

export interface Requirement {
  /** What a person causes or sees, in plain words. */
  readonly text: string;
  /** Where it is laid down: a section of the specification, or a heading of `docs/decisions.md`. */
  readonly source: { readonly specification: SpecificationSection } | { readonly decision: string };
}

/**
 * What the console has to do, by area, under numbers that never change: a new requirement takes a free one. Transitions name the
 * requirements that they meet, and the properties beside each machine those that they prove. Nobody who works in the console
 * reads the texts: only types and State flows import this list.
 */
export const requirementAreas = {
  'Console: actions, palette, framed pages, toasts, State flows': {
    R001: {
      text: 'What only the server can do has a button that says before the click that there is no connection, and can be used with one.',
      source: { specification: 'The device store' },
    },
    R002: {
      text: 'Each use of an action asks the server anew: a second Clear Cache is a second request.',
      source: { specification: 'App shell' },
    },
    R003: {
      text: 'A toast says that an action has worked, or why it has not; then the action can be used again.',
      source: { specification: 'Screens' },
    },
    R004: { text: 'An action that takes long can be cancelled, and is not reported then.', source: { specification: 'Screens' } },
    R010: {
      text: 'Mod+K opens the command palette over any screen; Mod+K and Escape close it.',
      source: { decision: 'Our own search in the command palette instead of match-sorter' },
    },
    R011: {
      text: '"?" and the palette\'s entry open the sheet of shortcuts, and closing it leads back to the screen.',
      source: { decision: 'A shortcut goes by what is printed on the key' },
    },
    R012: {
      text: 'No key is lost: what is typed while the palette is loading stands in its query, and Enter counts once the results are there.',
      source: { decision: 'The command palette comes after the first screen' },
    },
    R013: {
      text: 'The results follow what is typed; after a pause the server is asked for websites that this device does not know.',
      source: { decision: 'Our own search in the command palette instead of match-sorter' },
    },
    R014: { text: "An entry that can't be used now says why, and nothing opens.", source: { specification: 'The device store' } },
    R015: {
      text: "The entry that is chosen opens, and the palette closes; where it can't open, a toast says so.",
      source: { decision: 'Our own search in the command palette instead of match-sorter' },
    },
    R016: { text: "Where the palette can't read its entries, it says so and offers to try again.", source: { specification: 'Screens' } },
    R020: {
      text: 'A framed page is shown once it has come and its server is known to answer; until then its outline is.',
      source: { decision: 'A framed page counts as loaded once its server answers' },
    },
    R021: {
      text: 'A framed page that takes long says so, and offers to start again.',
      source: { decision: 'A framed page counts as loaded once its server answers' },
    },
    R022: {
      text: "Where a framed page can't be loaded, the screen says why and offers to try again.",
      source: { decision: 'A framed page counts as loaded once its server answers' },
    },
    R023: { text: 'Reload loads a framed page again.', source: { decision: 'A frame is not reloaded by itself' } },
    R024: {
      text: 'Without a connection a framed page says that it needs one, and loads by itself once there is one.',
      source: { specification: 'Screens' },
    },
    R025: {
      text: 'A framed page that was there stays when the connection is lost, with what was typed in it, and says that it needs one.',
      source: { decision: 'A frame is not reloaded by itself' },
    },
    R026: { text: 'A framed page opens the Edit SEO dialog of a post.', source: { specification: 'Edit SEO dialog' } },
    R030: { text: 'A toast is shown for its time and goes by itself.', source: { specification: 'Screens' } },
    R031: { text: 'A toast goes when it is dismissed; the others stay.', source: { specification: 'States and transitions' } },
    R032: {
      text: 'Toasts wait while they are hovered, focused or in a hidden tab, and go on afterwards.',
      source: { specification: 'Screens' },
    },
    R033: {
      text: 'The action of a toast, such as Undo, can be used once, and not after what it is about has gone.',
      source: { decision: 'Undo of a delete says what it did' },
    },
    R034: {
      text: 'No toast says that a change waits on this device once that is no longer so.',
      source: { decision: '"All changes sent" counts only what had waited on the device' },
    },
    R035: { text: 'What toasts said stays readable in the log, until somebody clears it.', source: { specification: 'Screens' } },
    R040: {
      text: 'State flows shows the chart of the machine that was chosen or that the address names, else the list of all.',
      source: { decision: 'A chart is plain SVG in a region that scrolls' },
    },
    R041: {
      text: 'Where a chart does not load, State flows says so and offers to try again.',
      source: { decision: 'A chart is plain SVG in a region that scrolls' },
    },
    R042: {
      text: 'A running actor of the machine is followed, and another one can be chosen.',
      source: { decision: 'The picture follows what an event was for' },
    },
    R043: {
      text: 'The paths of a chart can be listed, and one of them opened, without any side effect.',
      source: { decision: 'Paths are generated in slices of a frame' },
    },
    R044: {
      text: 'A playback goes on step by step, forwards and backwards, or by itself up to its last step.',
      source: { decision: 'A recording has no context, so no guard is asked' },
    },
    R045: {
      text: 'A recording is opened from a file, and one of its actors is shown step by step, in the chart of its machine.',
      source: { decision: 'A recording shows only what a list names' },
    },
    R046: {
      text: 'Where paths do not load, or a file is no recording, State flows says why.',
      source: { decision: 'A recording shows only what a list names' },
    },
    R047: {
      text: 'A path can be made step by step, or opened from an address or a file, without any side effect.',
      source: { decision: 'A recording has no context, so no guard is asked' },
    },
    R048: {
      text: 'A chart is compared with an earlier one from a file, or two from files; each difference is said until another machine is opened.',
      source: { decision: 'A chart is plain SVG in a region that scrolls' },
    },
    R049: {
      text: 'Where a file is no chart of the machine, State flows says why nothing is compared.',
      source: { decision: 'A chart is plain SVG in a region that scrolls' },
    },
  },
  'Signing in and out': {
    R101: {
      text: '"Initialising app..." is shown until the device knows whether somebody is signed in.',
      source: { specification: 'After sign-in' },
    },
    R102: {
      text: 'A device that knows its user opens the app at once, and asks the API meanwhile.',
      source: { decision: 'A device that knows its user opens at once' },
    },
    R103: {
      text: 'A start without a token removes what is cached here, and shows the sign-in form.',
      source: { specification: 'The device store' },
    },
    R104: {
      text: "Only the API's own refusal of a token ends a session; then the device is cleared.",
      source: { specification: 'The device store' },
    },
    R105: {
      text: 'Without an answer of the API the app opens for the user that the device knows, marked offline, and asks again with the connection.',
      source: { specification: 'The device store' },
    },
    R106: {
      text: "Where neither the API nor the device knows the user, the screen says that the server can't be reached, and offers to try again or to sign out.",
      source: { specification: 'The device store' },
    },
    R107: {
      text: 'A sign-in sends email and password once, and opens the app once user and token are stored.',
      source: { specification: 'States and transitions' },
    },
    R108: {
      text: "A device that can't remember the sign-in says so, and the user is signed in.",
      source: { decision: 'The sign-in screen carries neither an HTTP library nor the store' },
    },
    R109: { text: 'A sign-in that fails says why above the form, and can be made again.', source: { specification: 'Error catalogue' } },
    R110: {
      text: "A session that is not used, since its user can't be read or is another one, is ended on the server.",
      source: { decision: 'A session that nobody uses any more is ended on the server' },
    },
    R111: {
      text: 'The user that the API answers is remembered for the next start.',
      source: { decision: 'A device that knows its user opens at once' },
    },
    R112: {
      text: 'One device has one user at a time: tabs follow the sign-in, the renewal and the sign-out of each other.',
      source: { specification: 'The device store' },
    },
    R113: {
      text: 'A token that is refused later leads to a dialog over the screen, which stays as it is, and goes on after the sign-in.',
      source: { decision: 'A refusal at the start leads to the sign-in screen, a later one to a dialog' },
    },
    R114: {
      text: "Another user's sign-in in that dialog never goes on with this user's screen and unsent changes.",
      source: { specification: 'The device store' },
    },
    R115: { text: 'The dialog says why a sign-in failed, and asks again.', source: { specification: 'Error catalogue' } },
    R116: {
      text: 'Logout with changes that are not on the server asks first; without any it does not ask.',
      source: { specification: 'The device store' },
    },
    R117: { text: 'Stay leads back to where the user was.', source: { specification: 'The device store' } },
    R118: {
      text: 'Unsent changes are kept or discarded as was chosen; the sign-in screen says that some wait here.',
      source: { specification: 'The device store' },
    },
    R119: { text: 'Nothing is sent any more before the rest of a sign-out begins.', source: { specification: 'The device store' } },
    R120: {
      text: 'A sign-out ends the session of the content management, then that of the API, and neither can hold it up.',
      source: { specification: 'After sign-in' },
    },
    R121: {
      text: 'A sign-out that the server has not confirmed says so.',
      source: { decision: 'A sign-out that did not reach the server says so' },
    },
    R122: {
      text: 'After a sign-out the device has no token and no cached data of the user, and the sign-in screen is shown.',
      source: { specification: 'The device store' },
    },
    R123: {
      text: 'Where not everything could be removed from the device, a toast says so.',
      source: { specification: 'The device store' },
    },
    R131: {
      text: 'Nothing is sent while the email or the password is missing or wrong, and the fields say which.',
      source: { specification: 'Validation rules' },
    },
    R132: {
      text: "A field's message goes once the field is right.",
      source: { decision: 'The fields of a sign-in hold their own values' },
    },
    R133: {
      text: 'The form is given to the session as it was filled in, "keep me signed in" included.',
      source: { specification: 'States and transitions' },
    },
    R134: { text: 'A password does not stay in the form after its sign-in was refused.', source: { specification: 'The device store' } },
    R141: {
      text: 'The address of a reset request is checked when it is sent, not while it is typed.',
      source: { specification: 'Validation rules' },
    },
    R142: {
      text: '"Check your inbox" is shown once the API has taken a request, known address or not, and never without one.',
      source: { specification: 'States and transitions' },
    },
    R143: {
      text: 'After a reset request that failed the screen says why, and the request can be made again.',
      source: { specification: 'Error catalogue' },
    },
    R144: {
      text: 'From "Check your inbox" another address can be entered.',
      source: { decision: '"Forgot password" answers before it looks for the address' },
    },
    R151: {
      text: 'A new password is sent only if it is long enough and typed twice alike, and the fields say what is wrong.',
      source: { specification: 'Validation rules' },
    },
    R152: { text: 'A valid new password is sent with the token of the link.', source: { specification: 'States and transitions' } },
    R153: {
      text: 'After the reset the user is signed in with the new password, which leaves the form.',
      source: { specification: 'States and transitions' },
    },
    R154: {
      text: 'After a reset that failed the form says why, can be corrected, and can be sent again.',
      source: { specification: 'Error catalogue' },
    },
    R161: { text: 'Ending a session needs a connection, and its button says so before the click.', source: { specification: 'Screens' } },
    R162: {
      text: 'No session is ended before somebody has confirmed it.',
      source: { decision: 'The list of sign-ins is not kept on the device' },
    },
    R163: { text: 'Cancel closes the dialog, and ends nothing.', source: { decision: 'The list of sign-ins is not kept on the device' } },
    R164: {
      text: 'Ended sessions leave the list, and a toast says so.',
      source: { decision: 'The list of sign-ins is not kept on the device' },
    },
    R165: {
      text: 'Where a session could not be ended, the dialog says why, and the request can be made again.',
      source: { specification: 'Screens' },
    },
    R171: {
      text: 'A sign-out that has not reached the server is sent again, with growing pauses or at once after a hint, until the server has answered.',
      source: { decision: 'A sign-in gives a revoke handle beside the token' },
    },
  },
  'Connection and versions': {
    R201: {
      text: 'The console is online after a real answer of the API alone; what the browser says is a hint that a probe checks.',
      source: { decision: 'The API is not probed before a sign-in' },
    },
    R202: { text: 'Where a probe has no answer, the console is offline.', source: { specification: 'Calls' } },
    R203: {
      text: 'While the console is offline the API is asked again, with growing pauses, and at once after a hint.',
      source: { specification: 'Calls' },
    },
    R204: { text: "What was met last is said: no answer, a gateway's trouble, or the API's own.", source: { specification: 'Calls' } },
    R205: { text: 'Once the API answers again, screens whose calls had no answer ask again.', source: { specification: 'Calls' } },
    R206: {
      text: 'The chip says Offline after two seconds without an answer, at once where the browser has no network, and no longer once the API answers.',
      source: { specification: 'App shell' },
    },
    R211: {
      text: 'A new version is offered in a banner, with Reload and Later.',
      source: { decision: "Toasts and the console's own updates load after the first screen" },
    },
    R212: {
      text: 'A new version waits while a form has edits or an entry is being sent, and says so.',
      source: { decision: "Toasts and the console's own updates load after the first screen" },
    },
    R213: {
      text: 'A reload that fails says so, and can be asked for again.',
      source: { decision: "Toasts and the console's own updates load after the first screen" },
    },
    R214: {
      text: "Where a part of the console can't be loaded, it is reloaded by itself at most once, with a connection, without unsaved work, and only if the page itself can be loaded; else a banner offers it.",
      source: { decision: 'Code that is loaded on demand does not suspend' },
    },
    R215: {
      text: 'No banner says that a part is missing once none is.',
      source: { decision: 'Code that is loaded on demand does not suspend' },
    },
    R216: {
      text: 'A tab whose database another tab has upgraded asks for a reload.',
      source: { decision: "A store that can't be used is replaced below Dexie" },
    },
    R217: {
      text: 'While another tab keeps the database from opening, the console says which tabs to close, and goes on once they are.',
      source: { decision: "A store that can't be used is replaced below Dexie" },
    },
    R218: { text: 'Reload reloads the page.', source: { decision: "A store that can't be used is replaced below Dexie" } },
  },
  Outbox: {
    R301: {
      text: 'What waits on this device is sent at once when the connection is back, also while an entry is on its way.',
      source: { specification: 'The device store' },
    },
    R302: { text: 'Without a connection nothing is sent, and the chip says Offline.', source: { specification: 'The device store' } },
    R303: {
      text: 'One tab at a time sends; one that was frozen while another took over stops.',
      source: { decision: 'A tab checks the fence before each send' },
    },
    R304: {
      text: 'What is saved is sent at once, however long other entries take.',
      source: { decision: 'At most five mutations are in flight at once' },
    },
    R305: {
      text: 'An attempt that failed is made again when it is due, or as soon as somebody asks for it.',
      source: { specification: 'Calls' },
    },
    R306: {
      text: 'A failure of the device does not end the sending: it is tried again soon.',
      source: { decision: "A store that can't be used is replaced below Dexie" },
    },
    R307: {
      text: 'A refused token pauses the outbox until the same user has signed in again; nothing is lost.',
      source: { decision: 'A refusal at the start leads to the sign-in screen, a later one to a dialog' },
    },
    R308: {
      text: 'Changes are sent for the user who made them only, and for nobody while nobody is signed in.',
      source: { specification: 'The device store' },
    },
    R309: {
      text: 'Nothing is sent from the choice to sign out on; a user who stays goes on.',
      source: { specification: 'The device store' },
    },
    R310: {
      text: 'What an earlier tab left half sent is made indeterminate before anything is sent.',
      source: { decision: 'An indeterminate mutation never counts as not applied' },
    },
    R311: {
      text: 'The result of each delivery is reported, also where another one failed.',
      source: { decision: 'At most five mutations are in flight at once' },
    },
    R312: {
      text: 'The chip says Saved once the outbox is empty.',
      source: { decision: '"All changes sent" counts only what had waited on the device' },
    },
    R321: {
      text: 'A save of what was just read goes straight to the server.',
      source: { decision: 'A settings save is one mutation for each category' },
    },
    R322: {
      text: 'A change that waited, or whose record somebody else changed, is compared with the server before it is sent.',
      source: { decision: 'An indeterminate mutation never counts as not applied' },
    },
    R323: {
      text: 'A change that is applied already is not sent again, and where all three values differ a person decides.',
      source: { decision: 'An indeterminate mutation never counts as not applied' },
    },
    R324: {
      text: 'A tab that has lost its turn sends and writes nothing more.',
      source: { decision: 'A tab checks the fence before each send' },
    },
    R325: { text: 'Whatever a request came to is written to the device.', source: { decision: 'Retry keeps the key and the body' } },
    R326: {
      text: 'A change that has left the outbox is not sent.',
      source: { decision: 'A save is claimed in its own transaction, if its tab has the lock by then' },
    },
    R327: {
      text: 'Where the device fails, the delivery ends as failed and the change stays in the outbox.',
      source: { decision: "A store that can't be used is replaced below Dexie" },
    },
  },
  'Settings screens': {
    R401: {
      text: 'A screen that opens shows what is stored on the device or by the API, or what it showed before.',
      source: { specification: 'States and transitions' },
    },
    R402: {
      text: "Where what a screen shows can't be loaded, the screen says why, and loads it again by Try again or with the connection.",
      source: { specification: 'States and transitions' },
    },
    R403: {
      text: 'Unedited fields follow what is stored; edited ones keep what was typed.',
      source: { decision: 'Changes of two fields of one form are put together' },
    },
    R404: {
      text: 'A screen that no longer follows the device says so.',
      source: { decision: "A store that can't be used is replaced below Dexie" },
    },
    R405: {
      text: 'The save bar is shown while something differs from what is stored; typing it back removes the bar.',
      source: { specification: 'Screens' },
    },
    R406: { text: "Discard and a field's Revert put back what is stored.", source: { specification: 'Screens' } },
    R407: {
      text: 'Undo and Redo go through the edits made since the screen was opened, saves in between or not.',
      source: { decision: 'A settings screen has one undo history, in its machine' },
    },
    R408: {
      text: 'Typing in one field is one step of Undo until the field is left or nothing is typed for a second.',
      source: { decision: 'A settings screen has one undo history, in its machine' },
    },
    R409: { text: 'A field is checked when it is left.', source: { specification: 'Validation rules' } },
    R410: {
      text: 'A form that is not valid is not sent, and says what is wrong.',
      source: { decision: 'The summary of errors lists what the last failed save has found' },
    },
    R411: {
      text: 'Code that does not parse is warned about once; a second Save stores it as it is.',
      source: { decision: 'Code that does not parse is a warning' },
    },
    R412: {
      text: 'Save sends the changed fields, and the button says Saving… until the answer.',
      source: { specification: 'States and transitions' },
    },
    R413: { text: 'What is typed during a save is still an edit afterwards.', source: { specification: 'The device store' } },
    R414: {
      text: 'A Save during a save is taken: it joins the one under way, or follows it.',
      source: { specification: 'The device store' },
    },
    R415: {
      text: 'Secrets are sent by themselves; one that fails stays typed with its message, and the rest is saved.',
      source: { specification: 'The device store' },
    },
    R416: {
      text: 'A save that the server has confirmed shows a toast, and is counted as a save.',
      source: { specification: 'States and transitions' },
    },
    R417: {
      text: "A save that can't be sent now is stored on this device and says so, until the outbox has sent it.",
      source: { specification: 'The device store' },
    },
    R418: {
      text: 'A save of fields that somebody else changed too waits for a choice, and a banner leads there, until the conflict has gone.',
      source: { specification: 'The device store' },
    },
    R419: {
      text: 'A refused save says why, what was typed stays, and it can be sent again.',
      source: { specification: 'Error catalogue' },
    },
    R420: {
      text: 'The choice of a field counts once it is confirmed, and is then written to the outbox.',
      source: { decision: "Saving the other person's value resolves the conflict" },
    },
    R421: { text: 'A choice that could not be stored says so, and can be made again.', source: { specification: 'The device store' } },
    R422: {
      text: 'Edits are stored as a draft a moment after the last one, and the draft is removed once nothing is unsaved.',
      source: { specification: 'The device store' },
    },
    R423: { text: "Where the device can't keep a draft, the form says so until it can.", source: { specification: 'The device store' } },
    R424: {
      text: 'A value in the outbox is in no draft, and a refused one is in the draft before it leaves the outbox.',
      source: { decision: 'A save that stays pending is written by a worker' },
    },
    R425: {
      text: '"Save and leave" leaves the screen once the save is stored.',
      source: { decision: '"Save and leave" stays where a save ends in a conflict or a refusal' },
    },
    R426: {
      text: 'A form that is not valid, a refusal and a conflict keep the person at the form.',
      source: { decision: '"Save and leave" stays where a save ends in a conflict or a refusal' },
    },
    R427: {
      text: 'Staying gives up leaving, and not the save.',
      source: { decision: '"Save and leave" stays where a save ends in a conflict or a refusal' },
    },
  },
  Homepage: {
    R501: {
      text: 'The panel shows the blocks that are stored on the device or by the API, or what it showed before.',
      source: { specification: 'Homepage design' },
    },
    R503: { text: 'The list follows what is stored.', source: { decision: "A website's blocks are one record in the cache" } },
    R504: {
      text: 'The result of each change is shown; a rejected one is undone, with a toast.',
      source: { specification: 'The device store' },
    },
    R505: { text: 'A block that is not static can be hidden and shown.', source: { specification: 'Homepage design' } },
    R506: {
      text: 'A block that is not static can be duplicated, and copied to another website.',
      source: { decision: 'A copy to another website leaves behind what only the first website has' },
    },
    R507: {
      text: 'Back, Forward, a reload and a sent link show what the address names: list, editor or dialog.',
      source: { specification: 'Screens' },
    },
    R508: { text: 'Undo and Redo go over list and editor alike.', source: { decision: 'Undo of a delete says what it did' } },
    R509: { text: 'Deleting and moving offer Undo in their toast.', source: { decision: 'Undo of a delete says what it did' } },
    R510: {
      text: 'A block that is not static is moved by pointer, touch or keys, and the new order shows at once and is saved.',
      source: { specification: 'Homepage design' },
    },
    R511: {
      text: 'A lifted block goes back where the move is cancelled, or the block has gone.',
      source: { decision: 'Keys move a block without dnd-kit' },
    },
    R512: {
      text: 'The block that is pointed at or selected is known to the preview.',
      source: { specification: 'The three themes and the preview' },
    },
    R513: { text: 'The editor leads back to the list where its block has gone.', source: { specification: 'Homepage design' } },
    R514: {
      text: 'A block that the address names and this device does not know is asked for once; then the panel says that there is none, and opens it should it come.',
      source: { specification: 'Screens' },
    },
    R515: { text: 'A block is deleted after a question, and never a static one.', source: { specification: 'Homepage design' } },
    R516: { text: 'A deletion leads back to the list, with a toast.', source: { specification: 'States and transitions' } },
    R517: {
      text: 'Blocks are added on byron and versatile only; the address of Add Block on another theme says so.',
      source: { specification: 'Homepage design' },
    },
    R518: {
      text: 'The editor of an added block opens; Cancel leads back to the list.',
      source: { decision: 'A new block goes right below the row that somebody worked on last' },
    },
    R519: { text: 'Where Add New Block fails, it closes and a toast says so.', source: { specification: 'Error catalogue' } },
    R520: {
      text: 'A hide or show that is in conflict is resolved at its row.',
      source: { decision: 'The order of the blocks is in conflict as a whole' },
    },
    R531: {
      text: 'Save does nothing while the type or the name of a block is missing, and the fields say so.',
      source: { specification: 'Validation rules' },
    },
    R532: { text: 'Save adds the block that was chosen and named, and the dialog closes.', source: { specification: 'Homepage design' } },
    R533: {
      text: 'Where a block could not be added, the dialog stays open with the reason and what was typed.',
      source: { specification: 'Error catalogue' },
    },
    R534: { text: 'Cancel closes Add New Block, and nothing is added.', source: { specification: 'Homepage design' } },
    R541: {
      text: 'What became of a change of a block is shown: confirmed, on this device, or in conflict.',
      source: { specification: 'The device store' },
    },
    R542: { text: 'A change of a block that was not taken never goes without a message.', source: { specification: 'Error catalogue' } },
  },
  Preview: {
    R601: {
      text: 'The preview shows the newest content: the first at once, later content 300 ms after the last change.',
      source: { specification: 'States and transitions' },
    },
    R602: {
      text: 'What is rendered already, or being rendered, is not asked for again.',
      source: { decision: 'A preview is charged by its blocks' },
    },
    R603: {
      text: 'The preview has three sizes, scaled to fit its container half a second after that has changed.',
      source: { specification: 'States and transitions' },
    },
    R604: {
      text: 'A page that was rendered takes the place of the one before once it has loaded, after three seconds at most.',
      source: { specification: 'The three themes and the preview' },
    },
    R605: {
      text: "Where a page can't be rendered, the one before stays, with the reason and Try again.",
      source: { specification: 'Error catalogue' },
    },
    R606: {
      text: 'Without a connection the last page stays, and it is rendered again with the connection.',
      source: { specification: 'The device store' },
    },
    R607: { text: 'Rendering that takes longer than 300 ms shows a spinner.', source: { specification: 'States and transitions' } },
    R608: { text: 'The last page is kept on this device and shown at the start.', source: { specification: 'The device store' } },
    R609: {
      text: 'A click on a block of the preview is reported, and the scroll position stays from page to page.',
      source: { specification: 'The three themes and the preview' },
    },
  },
  'Lists and records': {
    R701: {
      text: 'A list shows the page, order and search that were asked for last, as the server has them.',
      source: { specification: 'Calls' },
    },
    R702: { text: 'A search starts when typing pauses for 250 ms.', source: { specification: 'Calls' } },
    R703: {
      text: 'A page after the last one leads to the last one, and is no empty list.',
      source: { decision: 'A list watches its page on the device and reads from the server in parallel' },
    },
    R704: {
      text: 'Until the server answers, the earlier rows stay; after a moment those of this device are shown.',
      source: { decision: 'A list watches its page on the device and reads from the server in parallel' },
    },
    R705: {
      text: 'The server is asked again where a change of this device was confirmed during a call.',
      source: { decision: 'A list watches its page on the device and reads from the server in parallel' },
    },
    R706: {
      text: 'Without an answer a list shows what this device has of it, and asks again with the connection or by Try again.',
      source: { specification: 'The device store' },
    },
    R707: { text: 'A call that fails is said, with Try again, above what this device has.', source: { specification: 'Error catalogue' } },
    R708: {
      text: 'What was said of a failed call is over once an answer has come after all.',
      source: { decision: 'A list watches its page on the device and reads from the server in parallel' },
    },
    R711: {
      text: 'A record opens from the device, else from the server; another id opens another record.',
      source: { specification: 'The device store' },
    },
    R712: {
      text: 'A record that is shown follows its changes, and is asked for again with the connection.',
      source: { decision: 'A list watches its page on the device and reads from the server in parallel' },
    },
    R721: {
      text: 'Rows are selected one by one or together, and what is no longer in view is not selected.',
      source: { decision: 'Only visible rows can be selected' },
    },
    R722: {
      text: 'Before records are deleted a dialog asks, and says what names them, after two seconds at most.',
      source: { decision: 'Before a delete it is said what names the record' },
    },
    R723: {
      text: 'Deleted records are no longer selected, and a toast says that they were deleted.',
      source: { specification: 'States and transitions' },
    },
    R725: {
      text: 'Where the question before a delete fails, it closes and a toast says so.',
      source: { specification: 'Error catalogue' },
    },
    R731: {
      text: 'A row says Running… until its action has ended, and the list is fetched until then.',
      source: { decision: '"Running…" ends when `last_run` changes' },
    },
    R732: { text: 'After ten minutes no row says Running… any more.', source: { decision: '"Running…" ends when `last_run` changes' } },
    R741: { text: 'Nothing is deleted before somebody has confirmed it.', source: { specification: 'States and transitions' } },
    R742: {
      text: 'Cancel closes the question before a delete, deletes nothing, and leaves the selection as it was.',
      source: { specification: 'States and transitions' },
    },
    R743: { text: 'A confirmed delete closes the question once it is taken.', source: { specification: 'States and transitions' } },
    R744: { text: 'A delete that fails says why in the dialog, and can be tried again.', source: { specification: 'Screens' } },
  },
  Files: {
    R801: {
      text: 'The screen says how full the storage is, anew after a delete and with the connection.',
      source: { decision: "An account's storage is counted anew each time" },
    },
    R802: {
      text: "Where the figures can't be read, the earlier ones stay.",
      source: { decision: "An account's storage is counted anew each time" },
    },
    R803: {
      text: 'A file is deleted with a connection only, and after a question.',
      source: { decision: 'A file is deleted online only' },
    },
    R804: { text: 'A deleted file leaves the list, with a toast.', source: { specification: 'States and transitions' } },
    R805: { text: 'A delete of a file that was rejected or failed says so.', source: { specification: 'Screens' } },
    R811: {
      text: 'A field shows its file, from the device or the server, or that it has none.',
      source: { specification: 'States and transitions' },
    },
    R812: {
      text: "A file that can't be shown now says so, and is looked up again by Try again or with the connection.",
      source: { specification: 'The device store' },
    },
    R813: {
      text: 'A file that is gone has to be chosen again.',
      source: { decision: 'A file that no setting names stays until somebody deletes it' },
    },
    R814: {
      text: 'A chosen file is checked; one that is not accepted leaves the field as it was, with the reason.',
      source: { specification: 'Validation rules' },
    },
    R815: {
      text: 'An accepted file is stored on this device, and the field has it from then on.',
      source: { specification: 'The device store' },
    },
    R816: {
      text: "Where the device can't store a file, the field says why, with Try again and Cancel.",
      source: { specification: 'The device store' },
    },
    R817: {
      text: 'An upload shows how much is sent, or that it waits on this device, until it is on the server.',
      source: { specification: 'States and transitions' },
    },
    R818: { text: 'Cancel of an upload returns to the file before it.', source: { specification: 'States and transitions' } },
    R819: { text: 'Remove leaves the field without a file.', source: { specification: 'States and transitions' } },
    R820: { text: 'A file that the server rejects says why, and can be sent again.', source: { specification: 'Error catalogue' } },
  },
  'Form builder': {
    R901: {
      text: 'The builder shows what an undo, a discard or a merge has made of the form.',
      source: { decision: 'Its undo is the undo of the form' },
    },
    R902: { text: 'Fields are moved by pointer, touch or keys, and every key counts.', source: { specification: 'Screens' } },
    R903: {
      text: 'A move that is cancelled, or whose field has gone, changes nothing.',
      source: { decision: 'Its undo is the undo of the form' },
    },
    R904: { text: 'A field can be duplicated.', source: { decision: 'The builder is the page' } },
    R905: {
      text: 'A deleted field goes without a question; its toast undoes that once.',
      source: { decision: 'A deleted field is not asked about' },
    },
    R906: {
      text: 'A field that is chosen or added opens its editor, which closes with the field or when asked.',
      source: { decision: 'The builder is the page' },
    },
    R907: {
      text: 'A link of the error summary opens the field that it names.',
      source: { decision: 'The summary of errors lists what the last failed save has found' },
    },
    R908: {
      text: 'What is changed in the editor changes the field.',
      source: { decision: 'A key follows its label until the field is saved' },
    },
    R909: {
      text: 'A type of the palette or of the menu adds a field at its place, while there is room.',
      source: { decision: 'New fields are valid as they are' },
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<`R${number}`, Requirement>>>>;

type Areas = typeof requirementAreas;

export type RequirementId = { [Area in keyof Areas]: keyof Areas[Area] }[keyof Areas];

/** Every requirement by its number, in the order of the list. */
export const requirements: ReadonlyMap<string, Requirement> = new Map(
  Object.values<Readonly<Record<string, Requirement>>>(requirementAreas).flatMap((area) => Object.entries(area)),
);

/** A requirement as it is printed: `R141: The address of a reset request …`. */
export function requirementText(id: string): string {
  return [id, requirements.get(id)?.text].filter(Boolean).join(': ');
}
