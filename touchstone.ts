/** The front door: lists the commands; each command lives with its subject. */
import { Command } from "commander";
