// The scripts of the table.
import "./talk.js";
import "./play.js";
import "./live.js";
import "./money.js";
import "./tabs.js";
import "./popover.js";
import "./keys.js";
import "./times.js";
import "./history.js";
import "./undo.js";
import "./alerts.js";
import "./chat.js";
import "./log-size.js";
import "./log.js";
import "./log-find.js";
import "./frame.js";
import "./rows.js";
import "./seats.js";
import "./board.js";
import "./minimap.js";
import "./boards.js";
import "./lists.js";
import "./track.js";
import "./token.js";
import "./run.js";
import "./guide.js";
import "./turn.js";
import "./motion.js";
import "./since.js";
import "./plans.js";
import "./advice.js";
import "./map-settings.js";
import "./moments.js";
import "./spots.js";
import "./study.js";

dispatchEvent(new Event("scripts:ready")); // early.js has kept what was clicked before
